import { sql } from "drizzle-orm";
import type { Database } from "../../src/server/platform/database/database.ts";
import { day, type OlderOrder, olderId, olderOrders, TOTAL } from "./older-orders.ts";

const PRODUCT = "0a000000-0000-7000-8000-000000000900";
const PERSON = "0a000000-0000-7000-8000-000000000901";
const COUPON = "0a000000-0000-7000-8000-000000000902";

const insert = (db: Database, table: string, row: Record<string, unknown>) =>
  db.execute(sql`insert into ${sql.identifier(table)} (${sql.join(
    Object.keys(row).map((name) => sql.identifier(name)),
    sql`, `,
  )})
    values (${sql.join(
      Object.values(row).map((value) => sql`${value}`),
      sql`, `,
    )})`);

let uuids = 0;
/** As UUIDv7 are: sorted by their time. */
function nextId(at = day(1)) {
  const time = Date.parse(at).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${`${++uuids}`.padStart(12, "0")}`;
}

async function insertOrder(db: Database, index: number, one: OlderOrder) {
  const id = olderId(index);
  const paymentId = (nth: number) => (nth === 0 ? `pay_${index}` : `pay_${index}_${nth}`);
  const discount = one.coupon && !one.orders.discount_paise ? { coupon_code: "TEN", discount_paise: 20_000 } : {};
  const total = one.coupon ? TOTAL - 20_000 : TOTAL;
  const order = { total_paise: total, held_until: "2030-01-01", created_at: day(1), ...discount, ...one.orders };
  await insert(db, "orders", {
    id,
    user_id: PERSON,
    buyer_name: "Asha",
    buyer_email: "asha@example.com",
    payment_method: "razorpay",
    shipping_name: "Asha",
    shipping_email: "asha@example.com",
    shipping_phone: "+911234567890",
    shipping_address: "1 Road",
    ...order,
    ...("payment_id" in order && { payment_id: paymentId(0) }),
  });
  const shares = order.total_paise === 0 ? [100_000, 100_000] : [0, one.coupon ? 20_000 : 0];
  for (const [line, [price, qty]] of (
    [
      [50_000, 2],
      [100_000, 1],
    ] as const
  ).entries())
    await insert(db, "order_items", {
      order_id: id,
      line_index: line,
      item_id: PRODUCT,
      item_type: "product",
      title: `Stone ${line}`,
      price_paise: price,
      qty,
      discount_paise: shares[line],
      image: "",
      group_link: "",
    });
  for (const [nth, status] of one.history.entries())
    await insert(db, "order_history", {
      id: nextId(day(nth + 1)),
      order_id: id,
      status,
      at: day(nth + 1),
      actor: status === "pending" && nth === 0 ? "buyer" : "owner",
    });
  for (const event of one.events ?? [])
    await insert(db, "order_events", { id: nextId(event.at), order_id: id, is_public: true, actor: "owner", ...event });
  for (const [nth, payment] of (one.payments ?? []).entries())
    await insert(db, "order_payments", {
      payment_id: paymentId(nth),
      order_id: id,
      amount_paise: total,
      currency: "INR",
      ...payment,
    });
  for (const { qty, ...parcel } of one.parcels ?? []) {
    const shipment = nextId();
    await insert(db, "shipments", {
      id: shipment,
      order_id: id,
      courier: "Speed Post",
      tracking_number: "",
      tracking_url: "",
      shipped_at: day(4),
      created_by: PERSON,
      ...parcel,
    });
    await insert(db, "shipment_lines", { shipment_id: shipment, line_index: 0, qty });
  }
  for (const { lines = [], payment = 0, ...refund } of one.refunds ?? []) {
    const row = nextId();
    await insert(db, "refunds", {
      id: row,
      order_id: id,
      payment_id: paymentId(payment as number),
      status: "processed",
      reason: "",
      restock: false,
      attempts: 1,
      next_attempt_at: day(5),
      created_at: day(5),
      ended_at: day(5),
      ...refund,
    });
    for (const [line, qty] of lines)
      await insert(db, "refund_lines", { refund_id: row, line_index: line, qty, amount_paise: refund.amount_paise });
  }
  for (const dispute of one.disputes ?? [])
    await insert(db, "disputes", {
      id: nextId(),
      order_id: id,
      payment_id: paymentId(0),
      phase: "",
      reason_code: "",
      created_at: day(5),
      updated_at: day(5),
      event_at: day(5),
      ...dispute,
    });
  if (one.coupon)
    await insert(db, "coupon_uses", {
      order_id: id,
      coupon_id: COUPON,
      user_id: PERSON,
      discount_paise: 20_000,
      total_paise: total,
      state: one.coupon,
      at: day(1),
    });
  if (one.receipt)
    await insert(db, "documents", {
      id: nextId(),
      order_id: id,
      kind: "receipt",
      series: "R",
      year: "26-27",
      serial: index,
      number: `R/26-27/${index}`,
      issued_at: day(3),
      day: "2026-10-03",
      cause: "payment",
      mode: "unregistered",
      seller: "{}",
      buyer: "{}",
      place_of_supply: "",
      lines: "[]",
      value_paise: total,
      taxable_paise: total,
      cgst_paise: 0,
      sgst_paise: 0,
      igst_paise: 0,
      pdf_hash: "ab".repeat(32),
    });
}

/** Fills a shop of the version before with one order of every kind. Its product's stock comes out even. */
export async function fillOlderShop(db: Database) {
  await insert(db, "coupons", {
    id: COUPON,
    code: "TEN",
    kind: "amount",
    value_hundredths: 20_000,
    first_order_only: false,
    scope: "all",
    categories: "{}",
    products: "{}",
    courses: "{}",
    active: true,
    created_at: day(1),
    total_uses: 3,
  });
  for (const [index, one] of olderOrders.entries()) await insertOrder(db, index, one);
  await insert(db, "products", {
    id: PRODUCT,
    title: "Stone",
    description: "",
    category: "Tumbles",
    price_paise: 50_000,
    offer_price_paise: 50_000,
    stock: 7,
    images: "{}",
    search_text: "stone",
    top_selling: false,
    created_at: day(1),
  });
  await db.execute(sql`insert into activity (id, kind, record_id, action, changes, at, user_id, actor, title)
    select gen_random_uuid(), 'product', ${PRODUCT}, 'created', jsonb_build_object('stock', jsonb_build_array(0,
      7 + sum(qty - restocked_qty))), ${day(1)}, ${PERSON}, 'owner', '' from order_items
    where order_id in (select id from orders where stock in ('held', 'kept'))`);
}
