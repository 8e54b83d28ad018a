import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { Order } from "../../src/contracts/order.ts";
import type { Product } from "../../src/contracts/product.ts";
import { formOf, goodProduct } from "./forms.ts";
import { imageFilesOf } from "./image-files.ts";
import {
  allOrders,
  logIn,
  missing,
  openCheckouts,
  PATIENCE_MS,
  type Pace,
  PRICE,
  STOCK,
  send,
} from "./killed-checkout.ts";
import { picture } from "./pictures.ts";
import type { ShopProcess } from "./shop-process.ts";
import { until } from "./until.ts";

const OWNER = { email: "owner@example.com", password: "a long test password" };
const A_MINUTE = 60_000;
/** The reconciling job asks about an order two minutes after its payment began. */
const SETTLED_WITHIN_MS = 4 * A_MINUTE;
const PAUSE_MS = 15;
const PAUSE_AFTER_FAILURE_MS = 100;
const VISITORS = 2;
/** However long it goes on, the catalogue stays of one size. */
const MOST_STONES = 60;
const PAGES = ["/", "/products", "/api/products?limit=6", "/courses", "/blogs", "/sitemap.xml"];

/** What a shop in trouble may answer: not now, and no room. Anything else from 400 on is a fault. */
const ALLOWED = /answered (503|507):/;

export const BUSY_SETTINGS = {
  DEMO_DATA: "off",
  RATE_LIMIT: "off",
  OWNER_EMAIL: OWNER.email,
  OWNER_PASSWORD: OWNER.password,
  LOG_LEVEL: "warn",
};

const patience = () => AbortSignal.timeout(PATIENCE_MS);

async function sendForm(shop: ShopProcess, method: string, where: string, token: string, form: FormData) {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(shop.url + where, { method, headers, body: form, signal: patience() });
  if (!reply.ok) throw new Error(`${method} ${where} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Product;
}

async function visit(shop: ShopProcess, where: string) {
  const reply = await fetch(shop.url + where, { signal: patience() });
  const body = await reply.text();
  if (!reply.ok) throw new Error(`GET ${where} answered ${reply.status}: ${body.slice(0, 200)}`);
}

/** What the owner was told of a product: the title it has, and the one it may have if an answer was lost. */
interface OwnersProduct {
  title: string;
  perhaps?: string | undefined;
  isDeleted: boolean;
}

/**
 * A shop in which people look around, buy and pay, and the owner works with pictures, all at once and whatever happens
 * to it. `shopNow` is the process that serves at the moment.
 */
export async function openBusyShop(shopNow: () => ShopProcess) {
  const first = shopNow();
  const token = await logIn(first, OWNER.email, OWNER.password);
  const stone = formOf(goodProduct({ price: `${PRICE}`, stock: `${STOCK}` }));
  const product = await sendForm(first, "POST", "/api/products", token, stone);
  const checkouts = await openCheckouts(first, product._id);
  const owned = new Map<string, OwnersProduct>();
  const bytes = await picture("jpeg", 320, 240);
  const tally = { done: 0, refused: 0, cut: 0 };
  const faults: string[] = [];
  let stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  const pace: Pace = async (step) => {
    try {
      await step();
      tally.done += 1;
      await delay(PAUSE_MS);
    } catch (error) {
      const { message } = error as Error;
      if (!message.includes("answered")) tally.cut += 1;
      else if (ALLOWED.test(message)) tally.refused += 1;
      else faults.push(message);
      await delay(PAUSE_AFTER_FAILURE_MS);
    }
  };

  async function create() {
    const title = `Stone ${randomUUID()}`;
    const form = formOf(goodProduct({ title }), [{ bytes }]);
    const { _id } = await sendForm(shopNow(), "POST", "/api/products", token, form);
    owned.set(_id, { title, isDeleted: false });
  }

  async function change(id: string, known: OwnersProduct) {
    const title = `Stone ${randomUUID()}`;
    known.perhaps = title;
    await sendForm(shopNow(), "PUT", `/api/products/${id}`, token, formOf(goodProduct({ title }), [{ bytes }]));
    known.title = title;
    known.perhaps = undefined;
  }

  async function remove(id: string, known: OwnersProduct) {
    known.isDeleted = true;
    const reply = await fetch(`${shopNow().url}/api/products/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
      signal: patience(),
    });
    if (!reply.ok) throw new Error(`DELETE answered ${reply.status}: ${await reply.text()}`);
  }

  async function own(nth: number) {
    const [id, known] = [...owned].findLast(([, { isDeleted, perhaps }]) => !isDeleted && !perhaps) ?? [];
    const stones = [...owned.values()].filter(({ isDeleted }) => !isDeleted).length;
    if (!id || !known || (nth % 3 === 0 && stones < MOST_STONES)) return create();
    return nth % 7 === 0 || stones >= MOST_STONES ? remove(id, known) : change(id, known);
  }

  async function repeat(step: (nth: number) => Promise<unknown>) {
    for (let nth = 0; !stopping.signal.aborted; nth++) await pace(() => step(nth));
  }

  /** Every acknowledged product is there as it was acknowledged, with its pictures. */
  async function expectProducts() {
    const listed = new Map<string, Product>();
    for (let page = 1; ; page++) {
      const some = await send<Product[]>(shopNow(), "GET", `/api/products?page=${page}&limit=100`, "");
      for (const one of some) listed.set(one._id, one);
      if (some.length < 100) break;
    }
    for (const [id, { title, perhaps, isDeleted }] of owned) {
      const found = listed.get(id);
      if (isDeleted) continue;
      expect([title, perhaps], `product ${id}`).toContain(found?.title);
      for (const file of imageFilesOf(found!.images[0]!)) await visit(shopNow(), path.posix.join("/uploads", file));
    }
  }

  return {
    token,
    tally,
    told: checkouts.told,

    begin() {
      stopping = new AbortController();
      running = Promise.all([
        checkouts.buyOnAndOn(shopNow, stopping.signal, pace),
        repeat(own),
        ...Array.from({ length: VISITORS }, (_, who) =>
          repeat((nth) => visit(shopNow(), PAGES[(nth + who) % PAGES.length]!)),
        ),
      ]);
    },

    /** Everybody goes on until so many things more were done: the shop works. */
    async goOn(steps = 25, withinMs = A_MINUTE) {
      const enough = tally.done + steps;
      await until(async () => tally.done >= enough, withinMs);
    },

    /** Somebody pays from beginning to end: the whole way of a purchase works. */
    async somebodyPays(withinMs = A_MINUTE) {
      const before = checkouts.told.settled.size;
      await until(async () => checkouts.told.settled.size > before, withinMs);
    },

    async end() {
      stopping.abort();
      await running;
    },

    /** Nothing acknowledged is missing, and what was paid is settled without anybody's doing. */
    async expectNothingLost() {
      const shop = shopNow();
      await until(async () => (await fetch(`${shop.url}/readyz`)).ok, A_MINUTE);
      const unsettled = new Set(checkouts.told.paid);
      await expect
        .poll(
          async () => {
            for (const id of unsettled) {
              const { status } = await send<Order>(shop, "GET", `/api/orders/${id}`, token);
              if (status !== "paid") break;
              unsettled.delete(id);
            }
            return [...unsettled];
          },
          { timeout: SETTLED_WITHIN_MS, message: "orders that were paid and are not settled" },
        )
        .toEqual([]);
      await checkouts.finishOpen(shop);
      const orders = await allOrders(shop, token);
      const ids = new Set(orders.map(({ _id }) => _id));
      const paid = new Set(orders.filter(({ status }) => status === "paid").map(({ _id }) => _id));
      expect(missing(checkouts.told.settled, paid)).toEqual([]);
      expect(missing(checkouts.told.placed, ids)).toEqual([]);
      expect(ids.size, "each wish is one order").toBe(checkouts.told.keys.size);
      await expectProducts();
      expect([...new Set(faults)], "answers that were neither yes nor not now").toEqual([]);
      return { orders: orders.length, paid: paid.size };
    },
  };
}
export type BusyShop = Awaited<ReturnType<typeof openBusyShop>>;
