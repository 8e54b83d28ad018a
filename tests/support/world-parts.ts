import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { couponForm } from "../../src/contracts/coupons/coupon.ts";
import { someCode } from "./coupons.ts";
import { type Answer, json } from "./fake-server.ts";
import { refundWebhookOf } from "./paying-shop.ts";
import { newId, type Razorpay, type RazorpayPayment, type RazorpayRefund, refusal, signWebhook } from "./razorpay.ts";
import { disputeWebhookOf, reconcileRefunds } from "./refunds.ts";
import type { TestShop } from "./test-shop.ts";
import type { Action, Owner, Placed, Services } from "./world-actions.ts";

/** Coupons with few uses. One of them covers whole orders. */
export async function openCoupons({ services }: TestShop, ownerId: string) {
  const make = (fields: Record<string, string>) =>
    services.coupons.create(couponForm.parse({ code: someCode(), kind: "percent", ...fields }), ownerId);
  const made = [
    await make({ value: "10", totalUses: "1" }),
    await make({ kind: "amount", value: "333.35", totalUses: "2", usesPerCustomer: "1" }),
    await make({ value: "100", totalUses: "3", usesPerCustomer: "1" }),
  ];
  return {
    ids: made.map(({ _id }) => _id),
    /** The code of a coupon, or undefined for a number above the last. */
    choose: (which: number) => made[which]?.code,
  };
}

/** Sends orders in shipments, takes shipments back and delivers them. */
export function openShipments(shop: TestShop, owner: Owner, itemIds: readonly string[]) {
  /** All shipments ever created, by id. */
  const sent = new Map<string, { orderId: string; isDelivered: boolean; isBack?: boolean }>();
  /** Counts changes of shipments. */
  let changes = 0;
  const pick = ({ which }: Action) => [...sent][which % sent.size];

  async function ship({ parcels }: Services, { id }: Placed, { which, amounts }: Action, times = 1) {
    const line = { itemId: itemIds[which % 2]!, ...(amounts[1] === 1 && { qty: 1 }) };
    const lines = amounts[1] === 2 ? {} : { lines: [line] };
    const key = randomUUID();
    const form = { courier: "A courier", trackingNumber: "1234", trackingUrl: "", ...lines };
    const results = await Promise.allSettled(
      Array.from({ length: times }, () => parcels.ship(id, form, { owner: owner.id, key })),
    );
    const made = results.flatMap((result) => (result.status === "fulfilled" ? result.value._id : []));
    changes += made.length;
    for (const shipment of made) sent.set(shipment, { orderId: id, isDelivered: false });
    expect(new Set(made).size).toBeLessThanOrEqual(1);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  async function deliver({ parcels }: Services, action: Action) {
    const [id, shipment] = pick(action) ?? [];
    if (!id || !shipment) return;
    await parcels.deliver(shipment.orderId, id, owner.id);
    if (!shipment.isDelivered) changes++;
    shipment.isDelivered = true;
  }

  async function takeBack({ parcels }: Services, action: Action) {
    const [id, shipment] = pick(action) ?? [];
    if (!id || !shipment) return;
    await parcels.takeBack(shipment.orderId, id, owner.id);
    changes++;
  }

  /** Said again, it changes nothing. */
  async function comeBack({ parcels }: Services, action: Action) {
    const [id, shipment] = pick(action) ?? [];
    if (!id || !shipment) return;
    await parcels.comeBack(shipment.orderId, id, owner.id);
    if (!shipment.isBack) changes++;
    shipment.isBack = true;
  }

  return {
    sent,
    countChanges: () => changes,
    ship,
    deliver,
    takeBack,
    comeBack,
    /** The order whose shipment an action is about. */
    targetOf: (action: Action) => pick(action)?.[1].orderId,

    /** How many pieces of an order are in no shipment, and how many in no delivered shipment; how many sessions it has. */
    async countLeft(orderId: string) {
      const packed = (where: string) => sql`(
        select coalesce(sum(l.qty), 0) from shipments s join shipment_lines l on l.shipment_id = s.id
        where s.order_id = i.order_id and s.returned_at is null and l.line_index = i.line_index ${sql.raw(where)})`;
      const made = sql`from refunds r join orders o on o.id = i.order_id
        join order_payments p on p.payment_id = r.payment_id and p.order_id = o.id and p.outcome = 'settled'
        where r.status <> 'failed'`;
      const lines = sql`(select coalesce(sum(l.qty), 0) from refund_lines l
        where l.line_index = i.line_index and l.refund_id in (select r.id ${made}))`;
      const refunded = sql`case when (select sum(r.amount_paise) >= min(o.total_paise) ${made}) then i.qty else ${lines} end`;
      const left = (where: string) =>
        sql`coalesce(sum(greatest(0, i.qty - greatest(i.restocked_qty, ${refunded}) - ${packed(where)}))
          filter (where i.item_type = 'product'), 0)::int`;
      const { rows } = await shop.db.execute<{ unpacked: number; undelivered: number; sessions: number }>(sql`
        select ${left("")} as unpacked, ${left("and s.delivered_at is not null")} as undelivered,
          (count(*) filter (where i.item_type = 'consultancy'))::int as sessions
        from order_items i where i.order_id = ${orderId}`);
      return rows[0]!;
    },
  };
}
export type ShipmentPart = ReturnType<typeof openShipments>;

const HOUR_MS = 60 * 60_000;
const NO_BALANCE = "Your account does not have enough balance to carry out the refund operation.";
const moves = ["under_review", "won", "lost"] as const;

export const isCaptured = ({ status }: RazorpayPayment) => status === "captured";

export async function receive({ payments }: Services, body: string, eventId: string = randomUUID()) {
  const headers = { "x-razorpay-signature": signWebhook(body), "x-razorpay-event-id": eventId };
  await payments.receiveWebhook({ body: Buffer.from(body), headers });
}

interface Disputed {
  dispute: { id: string; amount: number; status: "open" | (typeof moves)[number] };
  payment: RazorpayPayment;
  /** The webhooks, oldest first. The provider sends them in any order and repeats them. */
  news: { eventId: string; status: string; body: string }[];
}

/** Refunds, disputes and faults of the provider. */
export function openRefunds(shop: TestShop, razorpay: Razorpay, owner: Owner, itemIds: readonly string[]) {
  const disputed: Disputed[] = [];
  let events = 0;

  const faults: Answer[] = [
    (reply) => reply.destroy(),
    json({}, 503),
    // The request is handled, but the response is lost.
    razorpay.dropResponse,
    (reply, request) => (request.url.endsWith("/refund") ? refusal(NO_BALANCE) : razorpay.serve)(reply, request),
  ];

  const fault = ({ which, amounts }: Action) =>
    razorpay.replyNext(...Array.from({ length: 1 + amounts[0] }, () => faults[which % faults.length]!));

  /** Refunds an amount or pieces with restocking, sometimes of a given payment. */
  function refund(
    { refunds }: Services,
    { id, totalPaise }: Placed,
    payment: RazorpayPayment | undefined,
    action: Action,
  ) {
    const { which, amounts, coupon } = action;
    if (coupon === 0) fault(action);
    const line = { itemId: itemIds[which % 2]!, ...(amounts[0] > 0 && { qty: 1 }) };
    const all = { amount: totalPaise / 100, restock: true };
    const byAmount = which % 5 === 0 ? all : { amount: 450, restock: false };
    const what = amounts[1] === 0 ? byAmount : { lines: [line], restock: amounts[1] === 1 };
    const form = { ...what, reason: "A test", ...(amounts[0] === 2 && payment && { paymentId: payment.id }) };
    return refunds.create({ orderId: id, ownerId: owner.id }, form, randomUUID());
  }

  async function retry({ refunds }: Services, placed: Placed[], { which }: Action) {
    const ids = placed.map(({ id }) => id);
    const { rows } = await shop.db.execute<{ id: string; orderId: string }>(sql`
      select id, order_id as "orderId" from refunds where order_id = any(${sql.param(ids)}) and status = 'failed'
      order by id`);
    const failed = rows[which % rows.length];
    if (failed) await refunds.retry({ orderId: failed.orderId, ownerId: owner.id }, failed.id);
  }

  /** In the provider's dashboard. */
  const refundByHand = ({ id }: RazorpayPayment) => razorpay.refundByHand(id, 10_000);

  function note({ dispute, payment, news }: Disputed) {
    const { id, amount, status } = dispute;
    const at = Math.floor(shop.clock.now().getTime() / 1000) + events++;
    const event = status === "open" ? "created" : status;
    const body = disputeWebhookOf(payment, { id, event, status, at, amount });
    news.push({ eventId: randomUUID(), status, body });
  }

  async function openDispute(payment: RazorpayPayment) {
    const amount = await razorpay.block(payment.id);
    if (amount < 100) return;
    const one: Disputed = { dispute: { id: newId("disp"), amount, status: "open" }, payment, news: [] };
    disputed.push(one);
    note(one);
  }

  async function moveDispute(one: Disputed | undefined, status: Disputed["dispute"]["status"]) {
    if (!one || one.dispute.status === "won" || one.dispute.status === "lost") return;
    one.dispute.status = status;
    note(one);
    if (status === "won") await razorpay.block(one.payment.id, -one.dispute.amount);
  }

  async function tellOfDispute(services: Services, one: Disputed | undefined, which: number) {
    const news = one?.news[which % one.news.length];
    if (news) await receive(services, news.body, news.eventId);
  }

  const sendRefundWebhook = (services: Services, refund: RazorpayRefund, payment: RazorpayPayment) =>
    receive(services, refundWebhookOf(refund.status === "pending" ? "created" : refund.status, refund, payment));

  /** The provider recovers and closes what is open. The shop gets all webhooks and polls the rest. */
  async function settle(services: Services, placed: Placed[]) {
    for (const [index, one] of disputed.entries()) {
      await moveDispute(one, index % 2 === 0 ? "won" : "lost");
      for (const { body, eventId } of one.news.toReversed()) await receive(services, body, eventId);
    }
    for (const payment of placed.flatMap(({ payments }) => payments)) {
      for (const made of await razorpay.refundsOf(payment.id))
        if (made.status === "pending") await razorpay.setRefund(made, "processed");
    }
    for (let attempt = 0; attempt < 3; attempt++) {
      shop.clock.advance(7 * HOUR_MS);
      await reconcileRefunds(services);
    }
  }

  const findFailed = (placed: Placed[]) =>
    razorpay.failedRefunds(placed.flatMap(({ payments }) => payments).map(({ id }) => id));

  return {
    disputed,
    findFailed,
    reconcile: reconcileRefunds,
    settle,
    refund,
    retry,
    refundByHand,
    openDispute,
    sendRefundWebhook,
    move: (action: Action) => moveDispute(disputed[action.which % disputed.length], moves[action.amounts[0]]!),
    tell: (services: Services, { which, amounts }: Action) =>
      tellOfDispute(services, disputed[which % disputed.length], amounts[0]),
    fault,

    /** Each of the provider's refunds is in the ledger once, as it ended. The ledger has no other that was made. */
    async expectAccounted(services: Services, placed: Placed[]) {
      for (const payment of placed.flatMap(({ payments }) => payments.filter(isCaptured))) {
        const made = await razorpay.refundsOf(payment.id);
        for (const refund of made) await sendRefundWebhook(services, refund, payment);
        const { rows } = await shop.db.execute<{ id: string; providerId: string | null; status: string }>(sql`
          select id, provider_refund_id as "providerId", amount_paise::int as amount, status from refunds
          where payment_id = ${payment.id}`);
        const { known = [], unknown = [] } = Object.groupBy(rows, ({ providerId }) =>
          providerId ? "known" : "unknown",
        );
        const wanted = made.map(({ id: providerId, amount, status, receipt }) => ({
          id: receipt ?? expect.any(String),
          providerId,
          amount,
          status,
        }));
        const byId = (one: { providerId: string | null }, other: typeof one) =>
          one.providerId! < other.providerId! ? -1 : 1;
        expect(known.sort(byId)).toEqual(wanted.sort(byId));
        for (const { status } of unknown) expect(status).toBe("failed");
      }
    },
  };
}
export type RefundPart = ReturnType<typeof openRefunds>;
