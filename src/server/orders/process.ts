import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Actor } from "../../contracts/activity/activity-rules.ts";
import { isPaid, type OrderStatus, orderStatuses } from "../../contracts/orders/order-rules.ts";
import type { Activity } from "../activity/service.ts";
import type { CouponCart, Evaluated } from "../coupons/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import {
  columnsOf,
  given,
  givenColumns,
  hashedName,
  statement,
  statementsBy,
  valuesIn,
} from "../platform/database/statement.ts";
import {
  type ItemRow,
  type LockedOrder,
  type NewEvent,
  type OrderRow,
  orderTitle,
  recordEvent,
} from "./order-records.ts";
import { orderHistory, orders } from "./order-table.ts";

/** What can happen to an order, and the hook of the participants that follows it. */
const hooks = {
  placed: "onPlaced",
  /** The hold of an unpaid order ended. It stays pending. */
  expired: "onExpired",
  /** The buyer opens an order for payment after its hold ended. */
  renewed: "onRenewed",
  paid: "onPaid",
  cancelled: "onCancelled",
  reopened: "onReopened",
  shipped: "onShipped",
  delivered: "onDelivered",
  deleted: "onDeleted",
} as const;
export type OrderStep = keyof typeof hooks;

/** Who may take a step, and from which statuses. */
const allowed: Record<OrderStep, Partial<Record<Actor, readonly OrderStatus[]>>> = {
  // A free order is paid by the system as it is placed.
  placed: { buyer: ["pending"], system: ["pending"] },
  expired: { system: ["pending"] },
  renewed: { buyer: ["pending"] },
  // An order may have been moved past "pending" by the owner before its money arrives.
  paid: { payment: ["pending", "paid", "shipped", "delivered"], system: ["pending"], owner: orderStatuses },
  cancelled: { buyer: ["pending"], system: ["pending"], owner: ["pending", "paid", "shipped", "delivered"] },
  reopened: { owner: ["paid", "shipped", "delivered", "cancelled"] },
  shipped: { owner: orderStatuses },
  delivered: { owner: orderStatuses },
  deleted: { owner: orderStatuses },
};

export interface By {
  actor: Actor;
  userId?: string;
}

/** One or more steps of an order that are taken together. The row of the order is locked. */
export interface OrderChange {
  order: OrderRow;
  items: ItemRow[];
  steps: readonly OrderStep[];
  by: By;
  /** The status afterwards; unchanged without it. */
  status?: OrderStatus;
  paymentId?: string;
  /** The shipment that caused the step. It has its own mail. */
  shipmentId?: string;
  /** For a new order: the chosen times of its lines. */
  placed?: { times: readonly ChosenTime[]; historyId: string };
  /** The cart for the coupon of an order that is placed or renewed. `agree` throws if the total differs. */
  coupon?: { cart: CouponCart; agree(evaluated: Evaluated): void } | undefined;
  log?: { before?: object; after?: object; secrets?: string[] };
}

/**
 * The hold would exceed the share of its network or account. The order is then placed, or opened for payment, without
 * a hold: its payment takes pieces and times.
 */
export class BeyondShare extends Error {}

export interface ChosenTime {
  startsAt?: string | undefined;
  zone?: string | undefined;
}

/** Money that goes back, of the payment that settled the order. */
export interface OrderRefund extends LockedOrder {
  by: By;
  /** The refunded quantity of each line, with all earlier refunds. Undefined when everything is refunded. */
  lines?: readonly { lineIndex: number; qty: number }[] | undefined;
  restock: readonly { lineIndex: number; qty: number }[];
}

/** A buyer's account that is about to be erased, with its orders. Their rows are locked. */
export interface ErasedBuyer {
  userId: string;
  orders: OrderRow[];
}

type Hook<Result> = (tx: Transaction, change: OrderChange & Recorder) => Promise<Result>;
interface Recorder {
  record(event: Pick<NewEvent, "kind" | "text" | "isPublic">): Promise<void>;
}

/**
 * A domain that follows orders. Each hook writes the rows of its own domain in the transaction of the step. It may
 * return columns of the order, and it throws to refuse the step. What is slow or may fail goes to the outbox.
 */
export interface OrderParticipant
  extends Partial<Record<(typeof hooks)[OrderStep], Hook<Partial<OrderRow>> | Hook<void>>> {
  /** Returns whether pieces came back on the shelf. */
  onRefunded?:
    | ((tx: Transaction, refund: OrderRefund) => Promise<boolean>)
    | ((tx: Transaction, refund: OrderRefund) => Promise<void>);
  /** Any refund of the order was started, here or at the provider. */
  onRefundStarted?(tx: Transaction, orderId: string): Promise<void>;
  /** An order that was sold, its shipments or its money changed in any way. Called once for each change. */
  onChanged?(tx: Transaction, orderId: string): Promise<void>;
  /** Refuses the erasure, or erases personal data. Unpaid orders are cancelled before. */
  onErased?(tx: Transaction, buyer: ErasedBuyer): Promise<void>;
}

/** `participants` run in their order, which is also the lock order; the list is in `services.ts`. */
export interface ProcessDeps {
  participants: readonly OrderParticipant[];
  clock: Clock;
  activity: Activity;
}

export const mayTake = (step: OrderStep, { actor }: By, { status }: OrderRow) =>
  allowed[step][actor]?.includes(status) ?? false;

/** The steps that lead to a status that the owner sets. */
export function stepsTo(to: OrderStatus, from: OrderStatus): OrderStep[] {
  if (to === "cancelled") return ["cancelled"];
  if (to === "pending") return ["reopened"];
  return [
    ...(from === "cancelled" ? (["reopened"] as const) : []),
    ...(to === "paid" || !isPaid(from) ? (["paid"] as const) : []),
    ...(to === "paid" ? [] : [to]),
  ];
}

/** An order that is shipped by hand, without a payment, does not count as paid. */
const isMoneyIn = ({ steps, status, paymentId }: OrderChange) =>
  steps.includes("paid") && (status === "paid" || paymentId !== undefined);

/** The history is sorted by id, and ids of one millisecond are in random order. */
function idAfter(earlier = "") {
  let id = randomUUIDv7();
  while (id <= earlier) id = randomUUIDv7();
  return id;
}

const keyOf = (columns: object) => Object.keys(columns).sort().join(" ");
const updateOf = (db: NodePgDatabase, key: string) =>
  db
    .update(orders)
    .set(givenColumns("order", key.split(" ")))
    .where(eq(orders.id, given("id")));

/** By the columns that it sets. */
const update = statementsBy((key: string) => statement(hashedName("update-order", key), (db) => updateOf(db, key)));

/** One round trip for the order and its history. */
const move = statementsBy((key: string) =>
  statement(hashedName("move-order", key), (db) => {
    const moved = db.$with("moved").as(updateOf(db, key).returning({ id: orders.id }));
    return db
      .with(moved)
      .insert(orderHistory)
      .values(givenColumns("history", columnsOf(orderHistory)));
  }),
);

/**
 * The one way to change an order. Runs every participant, then writes status, history and activity log. Needs the
 * lock of the order. Lock order of all writers: the buyer, orders by id, the IP address's rate-limit row, and then as
 * the participants: the coupon, experts by id, products by id.
 */
export async function takeSteps(tx: Transaction, deps: ProcessDeps, change: OrderChange): Promise<OrderRow> {
  const { order, steps, by, status = order.status, paymentId } = change;
  const refused = steps.find((step) => !mayTake(step, by, order));
  if (refused) throw new Error(`${by.actor} may not take the step ${refused} of a ${order.status} order`);
  const now = deps.clock.now();
  const record: Recorder["record"] = (event) => recordEvent(tx, deps.clock, { ...event, ...by, orderId: order.id });
  const columns: Partial<OrderRow> = {
    ...(isMoneyIn(change) && { paidAt: order.paidAt ?? now }),
    ...(paymentId && { paymentId }),
    ...(steps.includes("deleted") && { deletedAt: now }),
  };
  for (const participant of deps.participants) {
    const own: Partial<OrderRow> = {};
    for (const step of steps) {
      const given = { ...change, status, record, order: { ...order, ...own } };
      Object.assign(own, await participant[hooks[step]]?.(tx, given));
    }
    Object.assign(columns, own);
  }
  const isMoved = status !== order.status;
  if (isMoved) columns.status = status;
  const values = { id: order.id, ...valuesIn("order", columns) };
  if (isMoved) {
    const entry = { id: idAfter(change.placed?.historyId), orderId: order.id, status, at: now, ...by };
    await move(keyOf(columns))(tx, { ...values, ...valuesIn("history", { userId: null, ...entry }) });
  } else if (Object.keys(columns).length > 0) await update(keyOf(columns))(tx, values);
  if (by.actor === "owner") await log(tx, deps, change);
  if (columns.paidAt || order.paidAt || isPaid(order.status) || isPaid(status))
    await tellChanged(tx, deps.participants, order.id);
  return { ...order, ...columns };
}

const logEntry = (order: OrderRow, { userId }: By) =>
  ({ by: userId!, kind: "order", recordId: order.id, title: orderTitle(order) }) as const;

function log(tx: Transaction, { activity }: ProcessDeps, { order, steps, by, status, log }: OrderChange) {
  const entry = logEntry(order, by);
  if (steps.includes("deleted")) return activity.record(tx, { ...entry, action: "deleted" });
  const before = { status: order.status, ...log?.before };
  const after = { status: status ?? order.status, ...log?.after };
  return activity.record(tx, { ...entry, action: "updated", before, after, secrets: log?.secrets ?? [] });
}

/** Records a change without a step: in the order's history and, when the owner makes it, in the activity log. */
export async function recordWithLog(
  tx: Transaction,
  { clock, activity }: Pick<ProcessDeps, "clock" | "activity">,
  order: OrderRow,
  { log, ...event }: Omit<NewEvent, "orderId"> & By & Pick<OrderChange, "log">,
) {
  await recordEvent(tx, clock, { ...event, orderId: order.id });
  if (event.actor === "owner") await activity.record(tx, { ...logEntry(order, event), action: "updated", ...log });
}

/** Lets every participant follow a refund. Returns whether pieces came back on the shelf. */
export async function followRefund(tx: Transaction, participants: readonly OrderParticipant[], refund: OrderRefund) {
  let isRestocked = false;
  for (const { onRefunded } of participants) if (await onRefunded?.(tx, refund)) isRestocked = true;
  return isRestocked;
}

export async function tellChanged(tx: Transaction, participants: readonly OrderParticipant[], orderId: string) {
  for (const { onChanged } of participants) await onChanged?.(tx, orderId);
}
