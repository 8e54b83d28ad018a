import { randomInt, randomUUID } from "node:crypto";
import { defaultSettings } from "../../site.config.ts";
import { noSchedule, type SlotList } from "../../src/contracts/appointments/schedule.ts";
import { packageItemId } from "../../src/contracts/orders/item-rules.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { formOf, goodProduct } from "./forms.ts";
import { writtenMails } from "./mails.ts";
import type { Paid } from "./orders.ts";
import { SHIPPING } from "./orders.ts";
import type { ShopProcess } from "./shop-process.ts";

const { packages } = defaultSettings.packages;

const PRICE = 900;
export const STOCK = 100_000;
export const BUYERS = 4;
/** A connection to a killed process may never be closed. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** A shop in this or another process. */
export type Shop = Pick<ShopProcess, "url">;

/** Sends a request; an error response and a dead shop both throw. */
export async function send<T>(shop: Shop, method: string, path: string, token: string, body?: object, key?: string) {
  const reply = await fetch(shop.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
      ...(key && { "idempotency-key": key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as T;
}

export const logIn = async (shop: Shop, email: string, password: string) =>
  (await send<{ token: string }>(shop, "POST", "/api/users/login", "", { email, password })).token;

/** Runs a step and pauses; handles its errors. */
export type Pace = (step: () => Promise<unknown>) => Promise<void>;

interface Buyer {
  token: string;
  /** The idempotency key and the body of an order without a response yet. */
  open?: { key: string; order: object } | undefined;
  purchases: number;
}

/** What the buyers buy: a piece, sessions of a package, and a session with an expert at a certain time. */
export interface Offer {
  productId: string;
  expertId: string;
  /** Free times of the expert, one for each purchase. */
  times: string[];
}

const RATE = 20;
const MINUTES = 30;
const DAY = 24 * 60;
const everyHour = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 0, minutes: DAY }));

/** A product, and an expert who works around the clock. */
export async function makeOffer(shop: Shop, token: string): Promise<Offer> {
  const create = async (path: string, body: FormData) => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(shop.url + path, { method: "POST", headers, body });
    return ((await reply.json()) as { _id: string })._id;
  };
  const productId = await create("/api/products", formOf(goodProduct({ price: `${PRICE}`, stock: `${STOCK}` })));
  const expertId = await create("/api/experts", formOf({ name: "Asha", audioPrice: `${RATE}` }));
  const hours = { ...noSchedule, hours: everyHour, gapMinutes: 0, version: 0 };
  await send(shop, "PUT", `/api/experts/${expertId}/schedule`, token, hours);
  const { slots } = await send<SlotList>(shop, "GET", `/api/experts/${expertId}/slots?minutes=30&days=31`, "");
  return { productId, expertId, times: slots.map(({ startsAt }) => startsAt) };
}

/** Each cart differs from the buyer's last hundreds: the same cart would reuse an order that a fault left open. */
function cartFor({ productId, expertId, times }: Offer, purchase: number) {
  const qty = 1 + (purchase % 100);
  const session = packages[Math.floor(purchase / 100) % packages.length]!;
  return {
    items: [
      { itemId: productId, itemType: "product", qty: 1 },
      { itemId: packageItemId(session.title, "audio"), itemType: "consultancy", qty },
      { itemId: `${expertId}-audio-${MINUTES}`, itemType: "consultancy", qty: 1, startsAt: times.shift() },
    ],
    totalAmount: PRICE + qty * session.audioPrice + RATE * MINUTES,
    shipping: SHIPPING,
  };
}

/** Several buyers who order and pay in a loop, and what the shop has acknowledged so far. */
export async function openCheckouts(shop: Shop, offer: Offer) {
  const buyers: Buyer[] = [];
  for (let number = 0; number < BUYERS; number++) {
    const person = {
      name: "Asha",
      email: `${randomUUID()}@example.com`,
      phone: "9000000001",
      password: "four words of mine",
    };
    const { token } = await send<{ token: string }>(shop, "POST", "/api/users/register", "", person);
    buyers.push({ token, purchases: 0 });
  }
  const acknowledged = {
    keys: new Set<string>(),
    placed: new Set<string>(),
    paid: new Set<string>(),
    settled: new Set<string>(),
  };

  /** One purchase. Every other buyer closes the tab right after paying. */
  async function buy(running: Shop, buyer: Buyer, confirms: boolean, answered: () => void) {
    const { token } = buyer;
    buyer.open ??= { key: randomUUID(), order: cartFor(offer, ++buyer.purchases) };
    const { key, order } = buyer.open;
    acknowledged.keys.add(key);
    const { _id: id } = await send<Order>(running, "POST", "/api/orders", token, order, key);
    buyer.open = undefined;
    acknowledged.placed.add(id);
    answered();
    const begun = await send<{ orderId: string }>(running, "POST", "/api/payments/razorpay", token, { orderId: id });
    answered();
    const payment = { order_id: begun.orderId, outcome: "success" };
    const paid = await send<Paid>(running, "POST", "/sandbox/razorpay/v1/sandbox/payments", "", payment);
    acknowledged.paid.add(id);
    answered();
    if (!confirms) return;
    const proof = { paymentId: paid.razorpay_payment_id, signature: paid.razorpay_signature };
    await send(running, "PUT", `/api/orders/${id}/status`, token, { status: "paid", ...proof });
    acknowledged.settled.add(id);
    answered();
  }

  return {
    acknowledged,

    /** All buyers buy until the shop is killed at a random moment. */
    async buyUntilKilled(running: ShopProcess) {
      let left = randomInt(4, 40);
      const answered = () => {
        left -= 1;
        if (left === 0) running.child.kill("SIGKILL");
      };
      const failures = await Promise.all(
        buyers.map(async (buyer, number) => {
          try {
            for (;;) await buy(running, buyer, number % 2 === 0, answered);
          } catch (error) {
            return error as Error;
          }
        }),
      );
      await running.stop("SIGKILL");
      // A killed shop does not respond; an error response is a failure.
      return failures.filter(({ message }) => message.includes("answered"));
    },

    /** Every buyer buys some times, all at once. */
    async buyEach(running: Shop, times: number) {
      const all = Array.from({ length: times });
      await Promise.all(
        buyers.map(async (buyer) => {
          for (const _ of all) await buy(running, buyer, true, () => {});
        }),
      );
    },

    /** All buyers buy until `stopping` aborts; `pace` handles errors. */
    async buyOnAndOn(shopNow: () => ShopProcess, stopping: AbortSignal, pace: Pace) {
      await Promise.all(
        buyers.map(async (buyer, number) => {
          while (!stopping.aborted) {
            await pace(() => buy(shopNow(), buyer, number % 2 === 0, () => {}));
          }
        }),
      );
    },

    /** Sends orders without a response again, with their keys. */
    async finishOpen(running: Shop) {
      for (const buyer of buyers) if (buyer.open) await buy(running, buyer, true, () => {});
    },
  };
}

const PAGE = 100;

export async function allOrders(shop: Shop, token: string) {
  const all: Order[] = [];
  for (let page = 1; ; page++) {
    const some = await send<Order[]>(shop, "GET", `/api/orders?page=${page}&limit=${PAGE}`, token);
    all.push(...some);
    if (some.length < PAGE) return all;
  }
}

/** The order ids of the confirmation mails written as files. */
export async function confirmations(folder: string) {
  const mails = await writtenMails({ config: { dataDir: folder } });
  const ids = mails.flatMap(({ headers, text }) => {
    const isConfirmation = headers.subject?.startsWith("Your order ");
    return (isConfirmation && /\/orders\/([\w-]+)/.exec(text)?.[1]) || [];
  });
  return { ids, distinct: new Set(ids) };
}

export const missing = (wanted: Set<string>, found: Set<string>) => [...wanted].filter((id) => !found.has(id));
