import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { decodeJwt } from "jose";
import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { type OrderStatus, orderStatuses, UNPAID_DAYS } from "../../src/contracts/order-states.ts";
import { productForm } from "../../src/contracts/product.ts";
import { ShopError } from "../../src/server/platform/http/errors.ts";
import { makeCustomer } from "./customers.ts";
import { type FakePayment, type FakeRazorpay, type FakeRefund, signWebhook } from "./fake-razorpay.ts";
import { goodProduct } from "./forms.ts";
import { SHIPPING } from "./orders.ts";
import { refundWebhookOf, webhookOf } from "./paying-shop.ts";
import type { TestShop } from "./test-shop.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PRICE = 900;
const address = "203.0.113.9";

const stoneWith = (stock: number) =>
  productForm(defaultSettings.categories.categories).parse(
    goodProduct({ title: "Amethyst", price: `${PRICE}`, stock: `${stock}` }),
  );

const kinds = {
  place: 6,
  placeTwice: 1,
  begin: 6,
  pay: 5,
  payWrong: 1,
  payAgain: 1,
  failToPay: 1,
  webhook: 6,
  webhookTwice: 2,
  confirm: 3,
  askProvider: 3,
  cancel: 2,
  setStatus: 4,
  remove: 1,
  passTime: 3,
  release: 2,
  cancelStale: 1,
  reconcile: 2,
  refund: 10,
  refundByHand: 1,
  refundFails: 3,
  refundWebhook: 4,
  reconcileRefunds: 1,
} as const;
export type Kind = keyof typeof kinds;

export interface Action {
  kind: Kind | "restock";
  /** Which order, payment or product. */
  which: number;
  amounts: [number, number];
  to: OrderStatus;
}

const actionOf = (names: Record<string, number>) =>
  fc.record({
    kind: fc.oneof(...Object.entries(names).map(([name, weight]) => ({ arbitrary: fc.constant(name), weight }))),
    which: fc.nat(1000),
    amounts: fc.tuple(fc.nat(2), fc.nat(2)),
    to: fc.constantFrom(...orderStatuses),
  }) as fc.Arbitrary<Action>;

/** Actions that may run concurrently. */
export const concurrent = actionOf(kinds);
/** Restocking sets an absolute number, so it must not run while others buy. */
export const sequential = actionOf({ ...kinds, restock: 2 });

interface Placed {
  id: string;
  buyer: { id: string; role: "customer" };
  quantities: [number, number];
  providerOrderId?: string;
  payments: FakePayment[];
}

export interface OrderState {
  id: string;
  status: OrderStatus;
  stock: "held" | "kept" | "shelf";
  short: boolean;
  paymentId: string | null;
  isDeleted: boolean;
  /** Pieces that refunds put back, by product. */
  restocked: Record<string, number>;
}

/** Two products, two buyers and every action on their orders. */
export async function openWorld(shop: TestShop, razorpay: FakeRazorpay) {
  const { orders, payments, catalogue, refunds } = shop.services;
  // Ends the orders of an earlier world: holds have expired, and reconcile no longer asks about their payments.
  shop.clock.advance(8 * DAY_MS);
  await orders.releaseExpired();
  const owner = { id: String(decodeJwt(shop.ownerToken).id), role: "owner" as const };
  const stocked: [number, number] = [3, 4];
  const products = [
    await catalogue.products.create(stoneWith(stocked[0]), [], owner.id),
    await catalogue.products.create(stoneWith(stocked[1]), [], owner.id),
  ] as const;
  const buyers = [await makeCustomer(shop), await makeCustomer(shop)].map(({ id }) => ({
    id,
    role: "customer" as const,
  }));
  const placed: Placed[] = [];

  async function place({ which, amounts }: Action, times = 1) {
    const quantities: [number, number] = amounts[0] + amounts[1] > 0 ? amounts : [1, 0];
    const items = products.flatMap(({ _id }, index) =>
      quantities[index]! > 0 ? [{ itemId: _id, itemType: "product" as const, qty: quantities[index]! }] : [],
    );
    const totalAmount = PRICE * (quantities[0] + quantities[1]);
    const buyer = buyers[which % 2]!;
    const key = randomUUID();
    const request = { items, totalAmount, paymentMethod: "razorpay" as const, shipping: SHIPPING, note: "" };
    const results = await Promise.allSettled(
      Array.from({ length: times }, () => orders.place(buyer, request, { address, key })),
    );
    const made = results.flatMap((result) => (result.status === "fulfilled" ? result.value._id : []));
    // The same cart finds its open order again.
    const isNew = made.length > 0 && !placed.some(({ id }) => id === made[0]);
    if (isNew) placed.push({ id: made[0]!, buyer, quantities, payments: [] });
    expect(new Set(made).size).toBeLessThanOrEqual(1);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  function pay({ providerOrderId, payments: made }: Placed, fields: Partial<FakePayment>) {
    if (providerOrderId) made.push(razorpay.pay(providerOrderId, fields));
  }

  async function receive(body: string, eventId: string = randomUUID()) {
    const headers = { "x-razorpay-signature": signWebhook(body), "x-razorpay-event-id": eventId };
    await payments.receiveWebhook({ body: Buffer.from(body), headers });
  }

  const sendWebhook = async (payment: FakePayment | undefined, eventId?: string) =>
    payment && receive(webhookOf(payment), eventId);

  const sendRefundWebhook = (refund: FakeRefund, payment: FakePayment) =>
    receive(refundWebhookOf(refund.status === "pending" ? "created" : refund.status, refund, payment));

  /** By an amount, or a piece that goes back on the shelf; sometimes of a certain payment. */
  function refund({ id }: Placed, payment: FakePayment | undefined, { which, amounts }: Action) {
    const line = { itemId: products[which % 2]!._id, qty: 1 };
    const what = amounts[1] === 0 ? { amount: 450, restock: false } : { lines: [line], restock: true };
    const form = { ...what, reason: "A test", ...(amounts[0] === 2 && payment && { paymentId: payment.id }) };
    return refunds.create({ orderId: id, ownerId: owner.id }, form, randomUUID());
  }

  /** In the provider's dashboard, which refuses more than was captured. */
  function refundByHand({ id, amount }: FakePayment) {
    const live = razorpay.refundsOf(id).filter(({ status }) => status !== "failed");
    if (live.reduce((sum, one) => sum + one.amount, 0) + 10_000 <= amount) razorpay.refundByHand(id, 10_000);
  }

  const isCaptured = ({ status }: FakePayment) => status === "captured";
  const isFullAmount = (payment: FakePayment, { quantities }: Placed) =>
    payment.amount === PRICE * 100 * (quantities[0] + quantities[1]);

  async function act(action: Action) {
    const { kind, which, amounts, to } = action;
    if (kind === "place") return place(action);
    if (kind === "placeTwice") return place(action, 2);
    if (kind === "passTime") return shop.clock.advance((1 + amounts[0]) * 16 * MINUTE_MS);
    if (kind === "cancelStale") {
      // After a week reconcile no longer asks, so a payment could go unnoticed.
      if (placed.every(({ providerOrderId }) => !providerOrderId)) shop.clock.advance(UNPAID_DAYS * DAY_MS);
      return orders.cancelStale(payments.check);
    }
    if (kind === "release") return orders.releaseExpired();
    if (kind === "reconcile") return payments.reconcile();
    if (kind === "reconcileRefunds") return refunds.reconcile();
    if (kind === "restock") {
      const index = which % 2;
      const [free, taken] = [amounts[0], countTaken(await states())[index]!];
      await catalogue.products.update(products[index]!._id, stoneWith(free), [], owner.id);
      stocked[index] = free + taken;
      return;
    }
    const order = placed[which % placed.length];
    if (!order) return;
    const payment = order.payments[amounts[0] % order.payments.length];
    const eventId = `${payment?.id}-${amounts[1]}`;
    const made = payment ? razorpay.refundsOf(payment.id)[which % 3] : undefined;
    const acts = {
      begin: async () => {
        order.providerOrderId = (await payments.begin(order.id, order.buyer)).orderId;
      },
      // The provider captures one payment for an order; `payAgain` makes the exception.
      pay: () => order.payments.some(isCaptured) || pay(order, {}),
      payWrong: () => pay(order, { amount: 1 }),
      payAgain: () => pay(order, {}),
      failToPay: () => pay(order, { status: "failed" }),
      webhook: () => sendWebhook(payment, eventId),
      webhookTwice: () =>
        Promise.all([sendWebhook(payment, eventId), sendWebhook(payment, eventId), sendWebhook(payment)]),
      confirm: () => {
        const full = order.payments.find((one) => isCaptured(one) && isFullAmount(one, order));
        return full && payments.confirm(order.id, order.buyer, razorpay.proofOf(full));
      },
      askProvider: () => payments.confirm(order.id, order.buyer, {}),
      cancel: () => orders.cancel(order.id, order.buyer),
      setStatus: () => orders.changeStatus(order.id, to, owner),
      remove: () => orders.remove(order.id, owner),
      refund: () => refund(order, payment, action),
      refundByHand: () => payment && isCaptured(payment) && refundByHand(payment),
      refundFails: () => made && Object.assign(made, { status: "failed" }),
      refundWebhook: () => made && sendRefundWebhook(made, payment!),
    };
    await acts[kind]();
  }

  async function states() {
    const { rows } = await shop.db.execute<OrderState & Record<string, unknown>>(sql`
      select id, status, stock, stock_short as short, payment_id as "paymentId", deleted_at is not null as "isDeleted",
        (select coalesce(jsonb_object_agg(item_id, restocked_qty), '{}') from order_items
          where order_id = orders.id) as restocked
      from orders where id in ${placed.length > 0 ? placed.map(({ id }) => id) : [randomUUID()]}`);
    return new Map(rows.map((row) => [row.id, row as OrderState]));
  }

  /** How many pieces of each product are held or sold. Pieces that a refund put back are neither. */
  function countTaken(found: Map<string, OrderState>) {
    const away = placed.filter(({ id }) => found.get(id)!.stock !== "shelf");
    return products.map(({ _id }, index) =>
      away.reduce((sum, { id, quantities }) => sum + quantities[index]! - (found.get(id)!.restocked[_id] ?? 0), 0),
    );
  }

  /** No more went back of a payment than was captured, and each payment knows how much. */
  async function expectLedger() {
    const { rows } = await shop.db.execute(sql`
      select p.payment_id from order_payments p left join lateral (
        select coalesce(sum(amount_paise), 0) as paise from refunds where payment_id = p.payment_id and status <> 'failed'
      ) as back on true where back.paise > p.amount_paise or back.paise <> p.returned_paise`);
    expect(rows).toEqual([]);
  }

  return {
    placed,
    states,
    sendWebhook,
    sendRefundWebhook,
    isCaptured,
    isFullAmount,

    /** Runs an action. Returns the error code if the shop refused it; any other failure is thrown. */
    async attempt(action: Action) {
      try {
        await act(action);
        return undefined;
      } catch (error) {
        if (error instanceof ShopError && error.status < 500) return error.code;
        throw error;
      }
    },

    /** Checks the invariants and returns the current orders. */
    async expectConsistent() {
      const now = await states();
      const { rows } = await shop.db.execute<{ id: string; stock: number }>(
        sql`select id, stock from products where id in ${products.map(({ _id }) => _id)}`,
      );
      const free = products.map(({ _id }) => rows.find(({ id }) => id === _id)!.stock);
      const taken = countTaken(now);
      expect(Math.min(...free)).toBeGreaterThanOrEqual(0);
      expect(free.map((count, index) => count + taken[index]!)).toEqual(stocked);
      for (const { status, stock, short } of now.values()) {
        const legal = {
          pending: ["held", "shelf"],
          cancelled: ["shelf"],
          paid: [short ? "shelf" : "kept"],
          shipped: [short ? "shelf" : "kept"],
          delivered: [short ? "shelf" : "kept"],
        };
        expect(legal[status]).toContain(stock);
        if (status === "pending" || status === "cancelled") expect(short).toBe(false);
      }
      await expectLedger();
      return now;
    },
  };
}
export type OrderWorld = Awaited<ReturnType<typeof openWorld>>;
