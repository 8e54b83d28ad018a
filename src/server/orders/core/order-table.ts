import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { actors } from "../../../contracts/activity/activity-rules.ts";
import { consultationModes } from "../../../contracts/appointments/consultation-rules.ts";
import { itemTypes } from "../../../contracts/orders/cart-rules.ts";
import { orderEventKinds, orderStatuses } from "../../../contracts/orders/order-rules.ts";
import type { IndianState } from "../../../contracts/orders/state-rules.ts";
import { paymentMethods } from "../../../contracts/payments/payment-rules.ts";
import { enumChecks } from "../../platform/database/enum-checks.ts";
import { timestamptz } from "../../platform/database/timestamp-column.ts";
import { goodsStates, placements } from "./status.ts";

/** Where an order's pieces are: `reserved` while it is unpaid, `sold`, or `released`: back in stock. */
export const stockStates = ["reserved", "sold", "released"] as const;

/** The number of a shop's first order. */
const FIRST_NUMBER = 1001;

type SearchColumns = Record<
  "id" | "number" | "shippingName" | "shippingEmail" | "shippingPhone" | "buyerName" | "buyerEmail",
  AnyPgColumn
>;

/** Everything an order is searched by, one line each. The index `orders_search` is on exactly this expression. */
export const orderSearchText = (order: SearchColumns) =>
  sql`lower(${order.id}::text || E'\\n#' || ${order.number}::text || E'\\n' || ${order.shippingName} || E'\\n' || ${order.shippingEmail} || E'\\n' || ${order.shippingPhone} || E'\\n' || regexp_replace(${order.shippingPhone}, '[^0-9]', '', 'g') || E'\\n' || ${order.buyerName} || E'\\n' || ${order.buyerEmail})`;

export const orders = pgTable(
  "orders",
  {
    id: uuid("id").primaryKey(),
    /** What people call the order, beside the end of its id. Has gaps: a refused order takes one with it. */
    number: integer("number").generatedByDefaultAsIdentity({ startWith: FIRST_NUMBER }),
    userId: uuid("user_id").notNull(),
    buyerName: text("buyer_name").notNull(),
    buyerEmail: text("buyer_email").notNull(),
    /** Derived from `placement`, `goods` and `paidAt`, and stored for lists. */
    status: text("status", { enum: orderStatuses }).notNull(),
    totalPaise: bigint("total_paise", { mode: "number" }).notNull(),
    paymentMethod: text("payment_method").notNull(),
    /** The coupon's discount on the lines. `totalPaise` already includes it, as it does `deliveryPaise`. */
    discountPaise: bigint("discount_paise", { mode: "number" }).notNull().default(0),
    deliveryPaise: bigint("delivery_paise", { mode: "number" }).notNull().default(0),
    couponCode: text("coupon_code"),
    /** Whether the order is wanted and owed. */
    placement: text("placement", { enum: placements }).notNull(),
    /** How far the whole order is on its way. */
    goods: text("goods", { enum: goodsStates }).notNull().default("unsent"),
    /** Set while counted payments cover the total: when they first did. Sales are counted by it. */
    paidAt: timestamptz("paid_at"),
    /** Paid online, or at the door; then perhaps with an advance and a fee, which are frozen as it is placed. */
    payBy: text("pay_by", { enum: ["online", "cash"] })
      .notNull()
      .default("online"),
    advancePaise: bigint("advance_paise", { mode: "number" }).notNull().default(0),
    feePaise: bigint("fee_paise", { mode: "number" }).notNull().default(0),
    shippingName: text("shipping_name").notNull(),
    shippingEmail: text("shipping_email").notNull(),
    shippingPhone: text("shipping_phone").notNull(),
    shippingAddress: text("shipping_address").notNull(),
    shippingPin: text("shipping_pin").notNull().default(""),
    /** Decides the place of supply. Empty where the seller is not registered, or the State is not known. */
    shippingState: text("shipping_state").$type<IndianState | "">().notNull().default(""),
    buyerGstin: text("buyer_gstin").notNull().default(""),
    /** When the pieces arrive, as the buyer was told at the payment or, later, for another PIN code. */
    arrivesFrom: date("arrives_from", { mode: "string" }),
    arrivesTo: date("arrives_to", { mode: "string" }),
    note: text("note").notNull().default(""),
    /** The owner's own note. Never shown to the buyer. */
    internalNote: text("internal_note").notNull().default(""),
    stock: text("stock", { enum: stockStates }).notNull(),
    /** An order that was placed without a hold has the time when it was placed. */
    heldUntil: timestamptz("held_until").notNull(),
    /** Keyed hash of the network that the hold counts for. Null without a hold. */
    heldBy: text("held_by"),
    /** A hold is renewed once, when its buyer opens the payment after it ended. */
    holdRenewed: boolean("hold_renewed").notNull().default(false),
    /** Set by a migration for an order whose last six characters an earlier order had: new orders differ in them. */
    shortIdShared: boolean("short_id_shared").notNull().default(false),
    /** The checkout of an agent that the order finishes. It is deleted earlier than the order. */
    agentCheckoutId: uuid("agent_checkout_id"),
    createdAt: timestamptz("created_at").notNull(),
    deletedAt: timestamptz("deleted_at"),
  },
  (table) => [
    uniqueIndex("orders_number").on(table.number),
    uniqueIndex("orders_short_id").on(sql`right(${table.id}::text, 6)`).where(sql`not ${table.shortIdShared}`),
    index("orders_of_agent_checkout").on(table.agentCheckoutId).where(sql`${table.agentCheckoutId} is not null`),
    index("orders_of_user").on(table.userId, table.createdAt, table.id),
    index("orders_newest").on(table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    index("orders_paid").on(table.paidAt).where(sql`${table.paidAt} is not null`),
    index("orders_waiting").on(table.createdAt, table.id).where(sql`${table.status} = 'paid'`),
    index("orders_to_pack")
      .on(table.createdAt, table.id)
      .where(sql`${table.placement} = 'accepted' and ${table.goods} = 'unsent'`),
    index("orders_under_way").on(table.createdAt, table.id).where(sql`${table.status} in ('paid', 'shipped')`),
    index("orders_stock_short")
      .on(table.createdAt, table.id)
      .where(sql`${table.placement} = 'accepted' and ${table.stock} = 'released'`),
    index("orders_search").using("gin", sql`${orderSearchText(table)} gin_trgm_ops`),
    index("orders_held").on(table.heldUntil).where(sql`${table.stock} = 'reserved'`),
    index("orders_unpaid")
      .on(table.userId, table.heldUntil)
      .where(sql`${table.placement} = 'open' and ${table.deletedAt} is null`),
    ...enumChecks(table),
    /** The same rule as `statusOf`. */
    check(
      "orders_status_derived",
      sql`${table.status} = case ${table.placement} when 'cancelled' then 'cancelled' when 'open' then 'pending' else
        case ${table.goods} when 'sent' then 'shipped' when 'delivered' then 'delivered' else
          case when ${table.paidAt} is null then 'pending' else 'paid' end end end`,
    ),
    /** The provider takes ₹1 or more. Nothing may be left to pay. */
    check("orders_discount", sql`${table.discountPaise} >= 0`),
    check("orders_delivery", sql`${table.deliveryPaise} >= 0`),
    check("orders_total", sql`${table.totalPaise} = 0 or ${table.totalPaise} >= 100`),
  ],
);

/** For tables of what belongs to an order. */
export const ofOrder = () => uuid("order_id").references(() => orders.id);

/** The idempotency keys that orders were placed, or found again, with. */
export const orderKeys = pgTable(
  "order_keys",
  {
    userId: uuid("user_id").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of the request that was sent with the key. */
    requestHash: text("request_hash").notNull(),
    orderId: ofOrder().notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index("order_keys_of_order").on(table.orderId),
    index("order_keys_created_at").on(table.createdAt),
  ],
);

export const orderItems = pgTable(
  "order_items",
  {
    orderId: ofOrder().notNull(),
    lineIndex: integer("line_index").notNull(),
    itemId: text("item_id").notNull(),
    itemType: text("item_type", { enum: itemTypes }).notNull(),
    /** The parts of `itemId`, as `parseItem` reads them. The constraint `order_items_parts` says which ones are there. */
    productId: uuid("product_id"),
    variantId: uuid("variant_id"),
    courseId: uuid("course_id"),
    expertId: uuid("expert_id"),
    package: text("package"),
    mode: text("mode", { enum: consultationModes }),
    /** Null for a package that was sold before lines had their minutes. */
    minutes: integer("minutes"),
    title: text("title").notNull(),
    pricePaise: integer("price_paise").notNull(),
    qty: integer("qty").notNull(),
    /** Pieces that a refund has put back on the shelf: they are neither packed nor returned again. */
    restockedQty: integer("restocked_qty").notNull().default(0),
    /** Pieces whose money went back, of the payment that paid for the order. */
    refundedQty: integer("refunded_qty").notNull().default(0),
    /** The line's share of the order's discount. */
    discountPaise: bigint("discount_paise", { mode: "number" }).notNull().default(0),
    image: text("image").notNull(),
    /** A course's group link when it was bought, used once the course is deleted. */
    groupLink: text("group_link").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.lineIndex] }),
    ...enumChecks(table),
    check(
      "order_items_parts",
      sql`case ${table.itemType}
        when 'product' then ${table.productId} is not null
          and num_nonnulls(${table.courseId}, ${table.expertId}, ${table.package}, ${table.mode}, ${table.minutes}) = 0
        when 'course' then ${table.courseId} is not null
          and num_nonnulls(${table.productId}, ${table.variantId}, ${table.expertId}, ${table.package}, ${table.mode}, ${table.minutes}) = 0
        else ${table.mode} is not null and num_nonnulls(${table.expertId}, ${table.package}) = 1
          and (${table.expertId} is null or ${table.minutes} is not null)
          and num_nonnulls(${table.productId}, ${table.variantId}, ${table.courseId}) = 0
      end`,
    ),
    check("order_items_qty", sql`${table.qty} > 0`),
    check("order_items_discount", sql`${table.discountPaise} between 0 and ${table.pricePaise}::bigint * ${table.qty}`),
    check("order_items_restocked", sql`${table.restockedQty} between 0 and ${table.qty}`),
    check("order_items_refunded", sql`${table.refundedQty} between 0 and ${table.qty}`),
  ],
);

/** The log: a row has the order's new status, or a sentence. `contracts/orders/order-rules.ts` lists the kinds. */
export const orderEvents = pgTable(
  "order_events",
  {
    /** UUIDv7: the log is sorted by it. */
    id: uuid("id").primaryKey(),
    orderId: ofOrder().notNull(),
    /** Null when it is unchanged. */
    status: text("status", { enum: orderStatuses }),
    /** Null for a new status. */
    kind: text("kind", { enum: orderEventKinds }),
    /** One plain sentence without personal data. Empty for a new status. */
    text: text("text").notNull(),
    /** Whether the buyer may read it. */
    isPublic: boolean("is_public").notNull(),
    actor: text("actor", { enum: actors }).notNull(),
    userId: uuid("user_id"),
    at: timestamptz("at").notNull(),
  },
  (table) => [
    index("order_events_of_order").on(table.orderId, table.id),
    ...enumChecks(table),
    check("order_events_status_or_kind", sql`num_nonnulls(${table.status}, ${table.kind}) = 1`),
  ],
);

/** What a payment did: it settled the order, or the owner must check it. */
export const paymentOutcomes = ["settled", "amount_differs", "paid_twice", "order_cancelled", "order_deleted"] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** Received payments, and the owner's marks. It counts once `outcome` is `settled`; the primary key makes that idempotent. */
export const orderPayments = pgTable(
  "order_payments",
  {
    paymentId: text("payment_id").primaryKey(),
    orderId: ofOrder().notNull(),
    method: text("method", { enum: paymentMethods }).notNull().default("provider"),
    /** Of money that the owner recorded: the bank's or the UPI reference. */
    reference: text("reference").notNull().default(""),
    amountPaise: bigint("amount_paise", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    outcome: text("outcome", { enum: paymentOutcomes }).notNull(),
    /** What the order cost when the payment came, if another amount was paid. */
    expectedPaise: bigint("expected_paise", { mode: "number" }),
    at: timestamptz("at").notNull(),
    /** The sum of refunds that did not fail and of lost disputes. */
    returnedPaise: bigint("returned_paise", { mode: "number" }).notNull().default(0),
    /** When the owner settled this payment outside the shop. Only for payments to check. */
    dealtWithAt: timestamptz("dealt_with_at"),
    dealtWithBy: uuid("dealt_with_by"),
    dealtWithNote: text("dealt_with_note").notNull().default(""),
    /** When the order was cancelled, or deleted before its buyer had got everything, after this payment settled it. */
    orderEndedAt: timestamptz("order_ended_at"),
    /** Money that belongs to no order, until it is refunded or the owner has dealt with it. */
    isToCheck: boolean("is_to_check").generatedAlwaysAs(
      sql`dealt_with_at is null and returned_paise < amount_paise and (outcome <> 'settled' or order_ended_at is not null)`,
    ),
  },
  (table) => [
    ...enumChecks(table),
    check("order_payments_amount", sql`${table.amountPaise} >= 0`),
    /** No upper limit: a refund in the provider's dashboard and a lost dispute can return more than was paid. */
    check("order_payments_returned", sql`${table.returnedPaise} >= 0`),
    index("order_payments_of_order").on(table.orderId),
    index("order_payments_settled").on(table.at).where(sql`${table.outcome} = 'settled'`),
    index("order_payments_to_check").on(table.at).where(sql`${table.isToCheck}`),
    index("order_payments_returned").on(table.orderId).where(sql`${table.returnedPaise} > 0`),
  ],
);
