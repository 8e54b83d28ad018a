import { setTimeout as delay } from "node:timers/promises";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { MAX_QUANTITY } from "../../src/contracts/orders/cart-rules.ts";
import { type Connection, openConnection, type RequestOptions } from "./connection.ts";
import { summarise } from "./summarise.ts";

export interface Buyer {
  token: string;
  connection: Connection;
  /** How many orders this buyer has placed. */
  ordered: number;
}

const PASSWORD = "a buyer's long password";
const SHIPPING = { name: "Meera Test", email: "meera@example.com", phone: "+91 90000 00001", address: "12 Tara Marg" };

/** Calls the API; throws unless the status is 2xx. */
export async function call<T>(
  { connection, token }: Pick<Buyer, "connection" | "token">,
  options: RequestOptions,
): Promise<T> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const { status, body } = await connection.request({ ...options, headers });
  if (status < 200 || status >= 300) throw new Error(`${options.method ?? "GET"} ${options.path}: ${status} ${body}`);
  return JSON.parse(body.toString()) as T;
}

/** Registers buyers, each with a connection of its own. */
export function registerBuyers(port: number, count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, place): Promise<Buyer> => {
      const visitor = { token: "", connection: openConnection(port) };
      const json = {
        name: `Buyer ${place}`,
        email: `buyer-${place}-${Date.now()}@example.com`,
        phone: "+91 90000 00001",
        password: PASSWORD,
      };
      const { token } = await call<{ token: string }>(visitor, { method: "POST", path: "/api/users/register", json });
      return { ...visitor, token, ordered: 0 };
    }),
  );
}

/** Places an order of one line. The quantity varies, because the server reuses the open order of an identical cart. */
export function placeOrder(buyer: Buyer, { _id, offerPrice }: Product) {
  const qty = 1 + (buyer.ordered++ % MAX_QUANTITY);
  const totalAmount = Math.round(offerPrice * 100 * qty) / 100;
  return call<{ _id: string }>(buyer, {
    method: "POST",
    path: "/api/orders",
    json: { items: [{ itemId: _id, itemType: "product", qty }], totalAmount, shipping: SHIPPING },
  });
}

interface BuyingLoad {
  seconds: number;
  /** The pause between two purchases of a buyer. */
  pauseMs?: number;
  buy(buyer: Buyer, nth: number): Promise<unknown>;
}

/** Lets every buyer buy repeatedly for a time. */
export async function runBuyers(buyers: Buyer[], { seconds, pauseMs = 0, buy }: BuyingLoad) {
  const latencies: number[] = [];
  const problems: string[] = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  let nth = 0;
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() < end) {
        const sentAt = performance.now();
        await buy(buyer, nth++).catch((error: Error) => problems.push(error.message));
        latencies.push(performance.now() - sentAt);
        if (pauseMs > 0) await delay(pauseMs);
      }
    }),
  );
  const measured = summarise({ latencies, failed: problems.length, seconds: (performance.now() - began) / 1000 });
  return { ...measured, problem: problems[0] };
}
