import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { OrderExportQuery } from "../../contracts/catalogue/csv.ts";
import type { OrderTask } from "../../contracts/list-rules.ts";
import { toRupees } from "../../contracts/money.ts";
import { hasToArrange } from "../appointments/service.ts";
import { escapeLike, phoneDigits } from "../platform/database/search-patterns.ts";
import type { CsvColumns } from "../platform/files/csv.ts";
import { addDays, indianTime, startOfDay } from "../platform/indian-time.ts";
import { isShort, type OrderRow } from "./core/order.ts";
import { orderItems, orderPayments, orderSearchText, orders } from "./core/order-table.ts";
import { shipmentLines, shipments } from "./core/shipment-table.ts";
import type { OrderDeps } from "./deps.ts";

/** SQL version of `unpackedQty`: the pieces of an `orderItems` row that are in no parcel. */
export const unpackedPieces = sql`greatest(0, ${orderItems.qty} - greatest(${orderItems.restockedQty}, ${orderItems.refundedQty}) - (
  select coalesce(sum(${shipmentLines.qty}), 0) from ${shipments}
  join ${shipmentLines} on ${shipmentLines.shipmentId} = ${shipments.id} and ${shipmentLines.lineIndex} = ${orderItems.lineIndex}
  where ${shipments.orderId} = ${orderItems.orderId} and ${shipments.returnedAt} is null
))`;

const hasUnpacked = sql`exists (select from ${orderItems} where ${orderItems.orderId} = ${orders.id}
  and ${orderItems.itemType} = 'product' and ${unpackedPieces} > 0)`;

/** Owed, not sent, and paid or paid at the door. */
const toPack = (address: SQL) =>
  and(
    eq(orders.placement, "accepted"),
    eq(orders.goods, "unsent"),
    or(isNotNull(orders.paidAt), eq(orders.payBy, "cash")),
    hasUnpacked,
    address,
  );

/** Orders with an open task of the owner. */
export const taskConditions: Record<OrderTask, SQL | undefined> = {
  pack: toPack(ne(orders.shippingAddress, "")),
  address: toPack(eq(orders.shippingAddress, "")),
  arrange: hasToArrange(orders.id),
};

/** Deleted orders are in no list but that of the archived ones. */
export const isListed = (archived: string | undefined) =>
  archived ? isNotNull(orders.deletedAt) : isNull(orders.deletedAt);

export const orderFilter = ({ status, q, from, to, task }: OrderExportQuery) =>
  and(
    status && eq(orders.status, status),
    q ? matchesSearch(q) : undefined,
    from ? gte(orders.createdAt, startOfDay(from)) : undefined,
    to ? lt(orders.createdAt, startOfDay(addDays(to, 1))) : undefined,
    task && taskConditions[task],
  );

/** A trigram index needs three characters. */
const MIN_INDEXED = 3;

const people = [orders.shippingName, orders.shippingEmail, orders.shippingPhone, orders.buyerName, orders.buyerEmail];

const ORDER_NUMBER = /^#?(\d{1,9})$/;

/** Matches the number, the end of the id, or part of a name, an e-mail address or a phone number in any format. */
export function matchesSearch(words: string) {
  const pattern = escapeLike(words);
  const digits = phoneDigits(words);
  const [, number] = ORDER_NUMBER.exec(words) ?? [];
  const isMatch = or(
    number ? eq(orders.number, Number(number)) : undefined,
    digits ? sql`regexp_replace(${orders.shippingPhone}, '[^0-9]', '', 'g') like ${`%${digits}%`}` : undefined,
    sql`${orders.id}::text like ${`%${pattern.toLowerCase()}`}`,
    // One pattern for all columns is faster than one for each. A search text has no line breaks.
    ilike(sql.join(people, sql` || E'\n' || `), `%${pattern}%`),
  );
  if (words.length < MIN_INDEXED) return isMatch;
  // The index narrows the rows down; `isMatch` then checks each column.
  const all = orderSearchText(orders);
  const isCandidate = or(
    sql`${all} like lower(${`%${pattern}%`})`,
    digits ? sql`${all} like ${`%${digits}%`}` : undefined,
  );
  return and(isCandidate, isMatch);
}

const itemsCell = sql<string>`(select string_agg(title || ' x ' || qty, '; ' order by line_index)
  from ${orderItems} where ${eq(orderItems.orderId, orders.id)})`;

/** The id of `providerPayment`. */
const paymentCell = sql<string | null>`(select payment_id from ${orderPayments}
  where ${eq(orderPayments.orderId, orders.id)} and outcome = 'settled' and method = 'provider'
  order by at, payment_id limit 1)`;

const parcelsCell = sql<string | null>`(
  select string_agg(concat_ws(' ', nullif(courier, ''), nullif(tracking_number, ''),
    case when returned_at is not null then '(came back)' end), '; ' order by id)
  from ${shipments} where ${eq(shipments.orderId, orders.id)})`;

type OrderCells = OrderRow & { items: string; paymentId: string | null; parcels: string | null };

export const orderColumns: CsvColumns<OrderCells> = {
  _id: ({ id }) => id,
  number: ({ number }) => number,
  createdAt: ({ createdAt }) => indianTime(createdAt),
  status: ({ status }) => status,
  paidAt: ({ paidAt }) => (paidAt ? indianTime(paidAt) : ""),
  totalAmount: ({ totalPaise }) => toRupees(totalPaise),
  items: ({ items }) => items,
  name: (order) => order.shippingName,
  email: (order) => order.shippingEmail,
  phone: (order) => order.shippingPhone,
  address: (order) => order.shippingAddress,
  pin: (order) => order.shippingPin,
  accountName: (order) => order.buyerName,
  accountEmail: (order) => order.buyerEmail,
  paymentMethod: (order) => order.paymentMethod,
  paymentId: ({ paymentId }) => paymentId,
  stockShort: (order) => isShort(order),
  note: ({ note }) => note,
  parcels: ({ parcels }) => parcels,
  internalNote: (order) => order.internalNote,
  discount: ({ discountPaise }) => toRupees(discountPaise),
  delivery: ({ deliveryPaise }) => toRupees(deliveryPaise),
  coupon: ({ couponCode }) => couponCode,
};

const BATCH = 200;

/** Orders in batches, to bound memory: `read` selects those of a batch. */
export async function* readBatches<Row extends Pick<OrderRow, "id" | "createdAt">>(
  first: "newest" | "oldest",
  read: (rest: SQL | undefined, order: SQL[]) => { limit(count: number): PromiseLike<Row[]> },
) {
  const [direction, isBeyond] = first === "newest" ? [desc, sql`<`] : [asc, sql`>`];
  const order = [direction(orders.createdAt), direction(orders.id)];
  let rest: SQL | undefined;
  while (true) {
    const rows = await read(rest, order).limit(BATCH);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    rest = sql`(${orders.createdAt}, ${orders.id}) ${isBeyond} (${last.createdAt}, ${last.id})`;
  }
}

export async function* exportOrders({ db }: OrderDeps, query: OrderExportQuery): AsyncGenerator<OrderCells> {
  const filter = and(isListed(query.archived), orderFilter(query));
  const columns = { ...getTableColumns(orders), items: itemsCell, paymentId: paymentCell, parcels: parcelsCell };
  const read = (rest: SQL | undefined, order: SQL[]) =>
    db
      .select(columns)
      .from(orders)
      .where(and(filter, rest))
      .orderBy(...order);
  for await (const batch of readBatches("oldest", read)) yield* batch;
}
