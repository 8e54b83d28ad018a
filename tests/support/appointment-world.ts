import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { decodeJwt } from "jose";
import { expect } from "vitest";
import type { Appointment } from "../../src/contracts/appointments/appointment.ts";
import { outcomes } from "../../src/contracts/appointments/appointment-rules.ts";
import { noSchedule, type ScheduleState } from "../../src/contracts/appointments/schedule.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { HOLD_MINUTES } from "../../src/contracts/orders/order-rules.ts";
import { users } from "../../src/server/accounts/user-table.ts";
import { makeAvailable } from "./appointments.ts";
import { makeCustomer } from "./customers.ts";
import { SHIPPING } from "./orders.ts";
import { tellOf } from "./paying-shop.ts";
import type { Razorpay } from "./razorpay.ts";
import { reconcileRefunds } from "./refunds.ts";
import { issueToken, type TestShop } from "./test-shop.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RATE = 20;

/** Weights. */
const kinds = {
  buy: 12,
  order: 3,
  pay: 3,
  payLate: 3,
  choose: 8,
  chooseStale: 1,
  moveAsStaff: 3,
  cancel: 4,
  cancelAsStaff: 2,
  outcome: 4,
  reassign: 3,
  bookByPhone: 2,
  cancelOrder: 2,
  setPaid: 1,
  refundLine: 3,
  changeHours: 3,
  passTime: 6,
  jobs: 3,
} as const;

export interface AppointmentAction {
  kind: keyof typeof kinds;
  /** Which order, appointment, time or person. */
  which: number;
  other: number;
  /** Which process does it. */
  shop: number;
}

const names = Object.entries(kinds) as [keyof typeof kinds, number][];
export const appointmentAction: fc.Arbitrary<AppointmentAction> = fc.record({
  kind: fc.oneof(...names.map(([name, weight]) => ({ arbitrary: fc.constant(name), weight }))),
  which: fc.nat(1000),
  other: fc.nat(1000),
  shop: fc.nat(1),
});

/** What the shop may answer. Anything else, such as a 500 or a deadlock, is a fault. */
const ALLOWED = new Set([200, 201, 400, 402, 403, 404, 409, 429]);

interface Placed {
  id: string;
  token: string;
}
const NONE: Placed = { id: "", token: "" };

/** Few hours, so that buyers compete for the same times. */
const hoursFrom = (start: number, minutes: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: start * 60, minutes }));

/** Two experts, one of them with an account, three buyers, the owner, and everything that happens to appointments. */
export async function openAppointmentWorld(opened: TestShop, razorpay: Razorpay, apps: TestShop["app"][]) {
  // Simulated days pass in each history, so the owner gets a new token.
  const { id, gen } = decodeJwt<{ id: string; gen: number }>(opened.ownerToken);
  const ownerToken = await issueToken(opened, { id, role: "owner", generation: gen });
  const shop = { ...opened, ownerToken };
  const rules = { hours: hoursFrom(10, 240), gapMinutes: 15, noticeMinutes: 0, horizonDays: 8 };
  const experts = [await makeAvailable(shop, rules), await makeAvailable(shop, rules)];
  const buyers = await Promise.all([1, 2, 3].map(() => makeCustomer(shop)));
  const expertUser = { id: randomUUID(), role: "expert" as const, createdAt: shop.clock.now() };
  await shop.db.insert(users).values({
    ...expertUser,
    email: `${expertUser.id}@example.com`,
    name: "Expert",
    passwordHash: "none",
    expertId: experts[0]!._id,
  });
  const expertToken = await issueToken(shop, { ...expertUser, generation: 1 });
  const orders: Placed[] = [];

  const pick = <T>(all: readonly T[], which: number) => all[which % all.length];

  async function call(
    action: AppointmentAction,
    method: InjectOptions["method"],
    url: string,
    token: string,
    payload?: object,
  ) {
    const headers = { authorization: `Bearer ${token}`, "idempotency-key": randomUUID() };
    const reply = await pick(apps, action.shop)!.inject({ method: method!, url, headers, ...(payload && { payload }) });
    expect(ALLOWED, `${action.kind}: ${method} ${url} ${reply.body}`).toContain(reply.statusCode);
    return reply.statusCode < 300 ? reply.json() : undefined;
  }

  /** One of a few times in the coming days, so that several actions compete for it. */
  async function timeFor(action: AppointmentAction, expertId: string, minutes: number) {
    const found = await call(action, "GET", `/api/experts/${expertId}/slots?minutes=${minutes}&days=8`, "");
    const slots = (found?.slots ?? []) as { startsAt: string }[];
    const few = slots.filter((_, index) => index % 5 === 0).slice(0, 8);
    return pick(few, action.other)?.startsAt;
  }

  async function pickAppointment(action: AppointmentAction) {
    const order = pick(orders, action.which);
    if (!order) return undefined;
    const found = (await call(action, "GET", `/api/orders/${order.id}`, order.token)) as Order | undefined;
    const appointment = pick(found?.appointments ?? [], action.other);
    return appointment && { order, appointment };
  }

  async function order(action: AppointmentAction) {
    const { token } = pick(buyers, action.which)!;
    const minutes = pick([30, 60], action.other)!;
    const expertId = pick(experts, action.which >> 2)!._id;
    const startsAt = action.which % 3 ? await timeFor(action, expertId, minutes) : undefined;
    const qty = startsAt ? 1 : 1 + (action.other % 2);
    const items = [
      { itemId: `${expertId}-audio-${minutes}`, itemType: "consultancy", qty, ...(startsAt && { startsAt }) },
    ];
    const form = { items, totalAmount: RATE * minutes * qty, shipping: SHIPPING };
    const placed = (await call(action, "POST", "/api/orders", token, form)) as Order | undefined;
    if (!placed) return undefined;
    const known = orders.find(({ id }) => id === placed._id) ?? { id: placed._id, token };
    if (!orders.includes(known)) orders.push(known);
    return known;
  }

  async function pay(action: AppointmentAction, { id: orderId, token } = pick(orders, action.which) ?? NONE) {
    if (!orderId) return;
    const begun = await call(action, "POST", "/api/payments/razorpay", token, { orderId });
    if (begun) await tellOf({ app: pick(apps, action.shop)! }, await razorpay.pay(begun.orderId, {}));
  }

  async function choose(
    action: AppointmentAction,
    token: (own: string) => string,
    change: (one: Appointment) => object,
  ) {
    const found = await pickAppointment(action);
    if (!found?.appointment.expertId) return;
    const { order, appointment } = found;
    const startsAt = await timeFor(action, appointment.expertId!, appointment.minutes);
    if (startsAt)
      await call(action, "PUT", `/api/appointments/${appointment._id}/time`, token(order.token), {
        startsAt,
        version: appointment.version,
        ...change(appointment),
      });
  }

  const staffToken = ({ other }: AppointmentAction) => (other % 3 === 0 ? expertToken : shop.ownerToken);

  async function onAppointment(
    action: AppointmentAction,
    method: "POST" | "PUT",
    path: string,
    token: (own: string) => string,
    body: object,
  ) {
    const found = await pickAppointment(action);
    if (!found) return;
    const { _id, version } = found.appointment;
    await call(action, method, `/api/appointments/${_id}/${path}`, token(found.order.token), { version, ...body });
  }

  async function changeHours(action: AppointmentAction) {
    const { _id } = pick(experts, action.which)!;
    const url = `/api/experts/${_id}/schedule`;
    const now = (await call(action, "GET", url, shop.ownerToken)) as ScheduleState;
    const hours = hoursFrom(8 + (action.other % 6), 60 * (1 + (action.which % 6)));
    await call(action, "PUT", url, shop.ownerToken, {
      ...noSchedule,
      ...now,
      hours,
      gapMinutes: 5 * (action.other % 5),
    });
  }

  async function bookByPhone(action: AppointmentAction) {
    const expertId = pick(experts, action.which)!._id;
    const startsAt = await timeFor(action, expertId, 60);
    const buyer = { name: "A caller", phone: "9000000002", email: "" };
    if (!startsAt) return;
    await call(action, "POST", "/api/appointments", shop.ownerToken, {
      ...buyer,
      expertId,
      startsAt,
      mode: "audio",
      minutes: 60,
    });
  }

  async function cancelOrder(action: AppointmentAction) {
    const order = pick(orders, action.which);
    if (!order) return;
    if (action.other % 2) await call(action, "POST", `/api/orders/${order.id}/cancel`, order.token);
    else await call(action, "PUT", `/api/orders/${order.id}/status`, shop.ownerToken, { status: "cancelled" });
  }

  async function refundLine(action: AppointmentAction) {
    const order = pick(orders, action.which);
    const found = order && ((await call(action, "GET", `/api/orders/${order.id}`, order.token)) as Order | undefined);
    const itemId = found?.items[0]?.itemId;
    const form = { lines: [{ itemId, qty: 1 }], reason: "A test", restock: false };
    if (itemId) await call(action, "POST", `/api/orders/${order!.id}/refunds`, shop.ownerToken, form);
  }

  async function runJobs() {
    await shop.services.checkout.releaseExpired();
    await reconcileRefunds(shop.services);
    await shop.services.appointments.remind();
  }

  const acts = {
    buy: async (action) => pay(action, await order(action)),
    order,
    pay: (action) => pay(action),
    async payLate(action) {
      shop.clock.advance((HOLD_MINUTES + 1) * MINUTE_MS);
      if (action.other % 2) await shop.services.checkout.releaseExpired();
      await pay(action);
    },
    choose: (action) =>
      choose(
        action,
        (own) => own,
        () => ({}),
      ),
    chooseStale: (action) =>
      choose(
        action,
        (own) => own,
        ({ version }) => ({ version: Math.max(1, version - 1) }),
      ),
    moveAsStaff: (action) =>
      choose(
        action,
        () => staffToken(action),
        () => ({}),
      ),
    cancel: (action) => onAppointment(action, "POST", "cancel", (own) => own, {}),
    cancelAsStaff: (action) => onAppointment(action, "POST", "cancel", () => staffToken(action), {}),
    outcome: (action) =>
      onAppointment(action, "PUT", "outcome", () => staffToken(action), { outcome: pick(outcomes, action.other) }),
    reassign: (action) =>
      onAppointment(action, "PUT", "expert", () => shop.ownerToken, { expertId: pick(experts, action.other)!._id }),
    bookByPhone,
    cancelOrder,
    async setPaid(action) {
      const order = pick(orders, action.which);
      if (order) await call(action, "PUT", `/api/orders/${order.id}/status`, shop.ownerToken, { status: "paid" });
    },
    refundLine,
    changeHours,
    passTime: async (action) => shop.clock.advance((1 + (action.other % 12)) * HOUR_MS),
    jobs: runJobs,
  } satisfies Record<AppointmentAction["kind"], (action: AppointmentAction) => Promise<unknown>>;

  return {
    ids: () => orders.map(({ id }) => id),
    experts: experts.map(({ _id }) => _id),
    runJobs,
    act: async (action: AppointmentAction) => void (await acts[action.kind](action)),
  };
}
