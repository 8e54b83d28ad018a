import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { packageItemId } from "../../src/contracts/orders/item-rules.ts";
import { HOLD_MINUTES, UNPAID_DAYS } from "../../src/contracts/orders/order-rules.ts";
import { makeCustomer } from "./customers.ts";
import { SHIPPING } from "./orders.ts";
import { webhookOf } from "./paying-shop.ts";
import type { PaymentFields, Razorpay, RazorpayPayment, RazorpayRefund } from "./razorpay.ts";
import { type Action, moneyKinds, type OrderState, type Placed, type Services } from "./world-actions.ts";
import { openItems } from "./world-items.ts";
import { isCaptured, openCoupons, openRefunds, openShipments, receive } from "./world-parts.ts";
import { toRefusal } from "./world-refusals.ts";
import { FREE_PIN, type WorldShop } from "./world-shop.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ip = "203.0.113.9";
/** A package of the settings: its time is chosen after the payment. */
const SESSION = packageItemId(defaultSettings.packages.packages[0]!.title, "audio");

const sendWebhook = async (services: Services, payment: RazorpayPayment | undefined, eventId?: string) =>
  payment && receive(services, webhookOf(payment), eventId);

/** Waits for all, also when one fails. */
async function allOf(attempts: Promise<unknown>[]) {
  for (const result of await Promise.allSettled(attempts)) if (result.status === "rejected") throw result.reason;
}

/** Two items, a session, two buyers, coupons, and every action on their orders. `others` are further processes. */
export async function openWorld(
  { shop, faults, wrong: wrongChanges, readWorld, forget }: WorldShop,
  razorpay: Razorpay,
  hasSizes: boolean,
  others: Services[] = [],
) {
  const processes = [shop.services, ...others];
  // Limits of the earlier world have ended.
  shop.clock.advance(8 * DAY_MS);
  razorpay.heal();
  await forget();
  const startedAt = shop.clock.now();
  const owner = { id: String(decodeJwt(shop.ownerToken).id), role: "owner" as const };
  const stocked: [number, number] = [6, 7];
  const { productIds, itemIds, save } = await openItems(shop, owner.id, hasSizes, stocked);
  const buyers = [await makeCustomer(shop), await makeCustomer(shop)].map(({ id }) => ({
    id,
    role: "customer" as const,
  }));
  const coupons = await openCoupons(shop, owner.id);
  const shipments = openShipments(shop, owner, itemIds);
  const refunds = openRefunds(shop, razorpay, owner, itemIds);
  const placed: Placed[] = [];

  /** Two pieces of the first item are two lines. */
  function linesOf([first, second]: [number, number], hasSession: boolean) {
    const quantities = [
      ...Array.from({ length: first }, () => [0, 1] as const),
      ...(second > 0 ? [[1, second] as const] : []),
    ];
    const pieces = quantities.map(([index, qty]) => ({ itemId: itemIds[index]!, itemType: "product" as const, qty }));
    return hasSession ? [...pieces, { itemId: SESSION, itemType: "consultancy" as const, qty: 1 }] : pieces;
  }

  async function place({ checkout, orders }: Services, { which, amounts, coupon: chosen }: Action, times = 1) {
    const quantities: [number, number] = amounts[0] + amounts[1] > 0 ? amounts : [1, 0];
    const items = linesOf(quantities, which % 5 === 4);
    const buyer = buyers[which % 2]!;
    const coupon = coupons.choose(chosen);
    const pin = which % 3 === 0 ? FREE_PIN : "";
    const state = pin ? ("Karnataka" as const) : ("Maharashtra" as const);
    const { total } = await checkout.quoteTotals(items, { coupon, pin, userId: buyer.id, ip });
    // A mailbox of its own: mails about unpaid orders that are cancelled are limited for each.
    const shipping = { ...SHIPPING, email: `${randomUUID()}@example.com`, pin, state };
    const form = { items, totalAmount: total, paymentMethod: "razorpay" as const, shipping, note: "" };
    const request = { ...form, ...(coupon && { coupon }) };
    const key = randomUUID();
    const results = await Promise.allSettled(
      Array.from({ length: times }, () => orders.place(buyer, request, { ip, key })),
    );
    const made = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    // The same cart finds its open order again.
    const known = placed.find(({ id }) => id === made[0]?._id);
    const order =
      known ?? (made[0] && { id: made[0]._id, buyer, quantities, totalPaise: Math.round(100 * total), payments: [] });
    if (order && !known) placed.push(order);
    expect(new Set(made.map(({ _id }) => _id)).size).toBeLessThanOrEqual(1);
    for (const result of results) if (result.status === "rejected") throw result.reason;
    return order;
  }

  async function pay({ providerOrderId, payments: made }: Placed, fields: PaymentFields) {
    if (providerOrderId) made.push(await razorpay.pay(providerOrderId, fields));
  }

  async function begin({ payments }: Services, order: Placed) {
    order.providerOrderId = (await payments.begin(order.id, order.buyer, ip)).orderId;
  }

  /** From the cart to the payment's webhook. */
  async function buy(services: Services, action: Action) {
    const order = (await place(services, action))!;
    await begin(services, order);
    if (!order.payments.some(isCaptured)) await pay(order, {});
    await sendWebhook(services, order.payments.at(-1));
  }

  /** The payment comes after the hold has ended and another buyer has ordered the same. */
  async function buyLate(services: Services, action: Action) {
    const order = (await place(services, action))!;
    await begin(services, order);
    shop.clock.advance((HOLD_MINUTES + 1) * MINUTE_MS);
    await services.checkout.releaseExpired();
    const other = place(services, { ...action, which: action.which + 1 }).catch(toRefusal);
    if (action.amounts[0] > 0) await other;
    if (!order.payments.some(isCaptured)) await pay(order, {});
    await allOf([other, sendWebhook(services, order.payments.at(-1))]);
  }

  const isFullAmount = ({ amount }: RazorpayPayment, { totalPaise }: Placed) => amount === totalPaise;

  async function restock({ which, amounts }: Action) {
    const index = which % 2;
    const now = await read();
    const free = itemIds.map((itemId, place) => (place === index ? 2 * amounts[0] : now.free[itemId]!));
    await save(free);
    stocked[index] = free[index]! + countTaken(now.states)[index]!;
  }

  /** After a week reconcile no longer asks, so the shop must know all payments by then. */
  async function cancelStale({ checkout, payments }: Services) {
    const captured = placed.flatMap((order) => order.payments.filter(isCaptured));
    const known = await Promise.all(captured.map(({ id }) => checkout.hasPayment(id)));
    if (known.every(Boolean)) {
      shop.clock.advance(UNPAID_DAYS * DAY_MS);
      for (const order of placed) order.isOld = true;
    }
    await checkout.cancelStale(payments.check);
  }

  /** A buyer deletes the account, and somebody else comes. */
  async function eraseBuyer({ which }: Action) {
    const { accounts, orders } = shop.services;
    const buyer = buyers[which % 2]!;
    await shop.db.transaction(async (tx) => {
      await accounts.remove(tx, { ...buyer, generation: 0 });
      await orders.eraseBuyer(tx, buyer.id);
    });
    buyers[which % 2] = { id: (await makeCustomer(shop)).id, role: "customer" };
  }

  /** Actions that need no order, or find their own. */
  const generalActs = (services: Services, action: Action) => {
    const { checkout } = services;
    return {
      place: () => place(services, action),
      placeTwice: () => place(services, action, 2),
      buy: () => buy(services, action),
      buyLate: () => buyLate(services, action),
      passTime: () => shop.clock.advance((1 + action.amounts[0]) * 16 * MINUTE_MS),
      cancelStale: () => cancelStale(services),
      release: () => checkout.releaseExpired(),
      reconcile: () => services.jobs.runDue(["payment"]),
      reconcileRefunds: () => refunds.reconcile(services),
      restock: () => restock(action),
      refundsPending: () => razorpay.beginRefundsAs("pending"),
      deliver: () => shipments.deliver(services, action),
      takeBack: () => shipments.takeBack(services, action),
      parcelReturns: () => shipments.comeBack(services, action),
      retryRefund: () => refunds.retry(services, placed, action),
      moveDispute: () => refunds.move(action),
      disputeNews: () => refunds.tell(services, action),
      fault: () => refunds.fault(action),
      followerFault: () => faults.failAfter(action.amounts[0]),
      eraseBuyer: () => eraseBuyer(action),
      issuePapers: () => services.documents.issueDue(),
    };
  };

  type GeneralKind = keyof ReturnType<typeof generalActs>;

  const orderActs = (services: Services, action: Action, order: Placed) => {
    const { orders, payments } = services;
    const { which, amounts, to } = action;
    const payment = order.payments[amounts[0] % order.payments.length];
    const paid = payment && isCaptured(payment) ? payment : undefined;
    const eventId = `${payment?.id}-${amounts[1]}`;
    const changeRefund = async (change: (refund: RazorpayRefund, payment: RazorpayPayment) => unknown) => {
      const refund = payment && (await razorpay.refundsOf(payment.id))[which % 3];
      if (refund) await change(refund, payment);
    };
    const send = (id?: string) => sendWebhook(services, payment, id);
    return {
      begin: () => begin(services, order),
      // The provider captures one payment for an order; `payAgain` makes the exception.
      pay: () => order.payments.some(isCaptured) || pay(order, {}),
      payWrong: () => pay(order, { amount: 1 }),
      payAgain: () => pay(order, {}),
      failToPay: () => pay(order, { status: "failed" }),
      webhook: () => send(eventId),
      webhookTwice: () => allOf([send(eventId), send(eventId), send()]),
      confirm: () => {
        const full = order.payments.find((one) => isCaptured(one) && isFullAmount(one, order));
        return full && payments.confirm(order.id, order.buyer, razorpay.proofOf(full));
      },
      askProvider: () => payments.confirm(order.id, order.buyer, {}),
      cancel: () => orders.cancel(order.id, order.buyer),
      setStatus: () => orders.changeStatus(order.id, { status: to }, owner),
      remove: () => orders.remove(order.id, owner),
      ship: () => shipments.ship(services, order, action),
      shipTwice: () => shipments.ship(services, order, action, 2),
      refund: () => refunds.refund(services, order, payment, action),
      refundByHand: () => paid && refunds.refundByHand(paid),
      refundProcessed: () =>
        changeRefund((refund) => refund.status === "pending" && razorpay.setRefund(refund, "processed")),
      refundFails: () => changeRefund((refund) => razorpay.setRefund(refund, "failed")),
      refundWebhook: () => changeRefund((refund, payment) => refunds.sendRefundWebhook(services, refund, payment)),
      dispute: () => paid && refunds.openDispute(paid),
    } satisfies Record<Exclude<Action["kind"], GeneralKind>, () => unknown>;
  };

  /** The order that an action is about. */
  function targetOf(action: Action) {
    const { kind, which } = action;
    if (kind === "deliver" || kind === "takeBack" || kind === "parcelReturns")
      return placed.find(({ id }) => id === shipments.targetOf(action));
    const paid = moneyKinds.has(kind) ? placed.filter(({ payments }) => payments.some(isCaptured)) : [];
    const choice = paid.length > 0 ? paid : placed;
    return choice[which % choice.length];
  }

  async function act(action: Action) {
    const services = processes[action.shop % processes.length]!;
    const order = targetOf(action);
    const acts: Partial<Record<Action["kind"], () => unknown>> = {
      ...generalActs(services, action),
      ...(order && orderActs(services, action, order)),
    };
    await acts[action.kind]?.();
  }

  const read = async () =>
    readWorld({
      orders: placed.map(({ id }) => id),
      coupons: coupons.ids,
      products: productIds,
      failedRefunds: await refunds.findFailed(placed),
    });

  /** How many pieces of each item are held or sold. Pieces that a refund put back are neither. */
  function countTaken(found: Map<string, OrderState>) {
    const away = placed.filter(({ id }) => found.get(id)!.stock !== "released");
    return itemIds.map((itemId, index) =>
      away.reduce((sum, { id, quantities }) => sum + quantities[index]! - (found.get(id)!.restocked[itemId] ?? 0), 0),
    );
  }

  return {
    startedAt,
    owner,
    placed,
    states: async () => (await read()).states,
    targetOf,
    shipments,
    refunds,
    isFullAmount,

    /** Runs an action. Returns the error code if it was refused. */
    attempt: (action: Action) => act(action).then(() => undefined, toRefusal),

    /** Nobody is asked for money that is in. */
    async expectNotPayable(order: Placed | undefined, states: Map<string, OrderState>) {
      if (!order || !states.get(order.id)?.isPaid) return;
      const opened = begin(shop.services, order).then(() => "opened", toRefusal);
      expect(["order_not_payable", "order_not_found"]).toContain(await opened);
    },

    /** Checks the invariants and returns the current orders. */
    async expectConsistent() {
      const { states: now, free: stock, wrong } = await read();
      expect(wrong).toEqual([]);
      expect(wrongChanges).toEqual([]);
      const free = itemIds.map((itemId) => stock[itemId]!);
      const taken = countTaken(now);
      expect(Math.min(...free)).toBeGreaterThanOrEqual(0);
      expect(free.map((count, index) => count + taken[index]!)).toEqual(stocked);
      for (const { status, stock, short, isOwed, isCovered } of now.values()) {
        const sold = [short ? "released" : "sold"];
        // An order with money in is never held: its pieces are sold, or were gone.
        const pending = isOwed ? sold : [isCovered ? "sold" : "reserved", "released"];
        const legal = { pending, cancelled: ["released"], paid: sold, shipped: sold, delivered: sold };
        expect(legal[status]).toContain(stock);
        if (!isOwed) expect(short).toBe(false);
      }
      return now;
    },
  };
}
export type OrderWorld = Awaited<ReturnType<typeof openWorld>>;
