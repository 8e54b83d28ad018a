import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { expect } from "vitest";
import { filesOfImage } from "../../src/contracts/catalogue/image-rules.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { readConfig } from "../../src/server/config.ts";
import { problemsIn } from "../../src/server/doctor/service.ts";
import { systemClock } from "../../src/server/platform/clock.ts";
import { openReadOnly } from "../../src/server/startup/open-database.ts";
import { runDoctor } from "../../src/server/startup/run-doctor.ts";
import {
  allOrders,
  logIn,
  makeOffer,
  missing,
  openCheckouts,
  type Pace,
  REQUEST_TIMEOUT_MS,
  send,
} from "./checkouts.ts";
import { formOf, goodProduct } from "./forms.ts";
import { OWNER } from "./owner.ts";
import { picture } from "./pictures.ts";
import { isLong, LOAD_SETTINGS, openRealShop } from "./real-shop.ts";
import type { ShopProcess } from "./shop-process.ts";
import { until } from "./until.ts";

const root = path.resolve(import.meta.dirname, "../..");
const A_MINUTE = 60_000;
/** The reconcile job checks an order two minutes after its payment started. */
const SETTLED_WITHIN_MS = 4 * A_MINUTE;
const PAUSE_MS = 15;
const PAUSE_AFTER_FAILURE_MS = 100;
const VISITORS = 2;
/** Keeps the size of the catalogue constant in long runs. */
const MAX_PRODUCTS = 60;
const PAGES = ["/", "/products", "/api/products?limit=6", "/courses", "/blogs", "/sitemap.xml"];

/** A shop in trouble may return 503 or 507. Any other error status is a fault. */
const ALLOWED = /answered (503|507):/;

const timeout = () => AbortSignal.timeout(REQUEST_TIMEOUT_MS);

async function sendForm(shop: ShopProcess, method: string, where: string, token: string, form: FormData) {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await fetch(shop.url + where, { method, headers, body: form, signal: timeout() });
  if (!reply.ok) throw new Error(`${method} ${where} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Product;
}

async function visit(shop: ShopProcess, where: string) {
  const reply = await fetch(shop.url + where, { signal: timeout() });
  const body = await reply.text();
  if (!reply.ok) throw new Error(`GET ${where} answered ${reply.status}: ${body.slice(0, 200)}`);
}

/** The acknowledged title of a product, and the one it may have if a response was lost. */
interface OwnersProduct {
  title: string;
  pendingTitle?: string | undefined;
  isDeleted: boolean;
}

/** Load on a shop: visitors, buyers and an owner who uploads pictures, in parallel. `shopNow` is the serving process. */
async function openLoad(shopNow: () => ShopProcess) {
  const first = shopNow();
  const token = await logIn(first, OWNER.email, OWNER.password);
  // Sessions have no times here: mails of orders are counted, and a booked time would send more.
  const offer = { ...(await makeOffer(first, token)), times: [] };
  const checkouts = await openCheckouts(first, offer);
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
    known.pendingTitle = title;
    await sendForm(shopNow(), "PUT", `/api/products/${id}`, token, formOf(goodProduct({ title }), [{ bytes }]));
    known.title = title;
    known.pendingTitle = undefined;
  }

  async function remove(id: string, known: OwnersProduct) {
    known.isDeleted = true;
    const reply = await fetch(`${shopNow().url}/api/products/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
      signal: timeout(),
    });
    if (!reply.ok) throw new Error(`DELETE answered ${reply.status}: ${await reply.text()}`);
  }

  async function actAsOwner(nth: number) {
    const [id, known] = [...owned].findLast(([, { isDeleted, pendingTitle }]) => !isDeleted && !pendingTitle) ?? [];
    const count = [...owned.values()].filter(({ isDeleted }) => !isDeleted).length;
    if (!id || !known || (nth % 3 === 0 && count < MAX_PRODUCTS)) return create();
    return nth % 7 === 0 || count >= MAX_PRODUCTS ? remove(id, known) : change(id, known);
  }

  async function repeat(step: (nth: number) => Promise<unknown>) {
    for (let nth = 0; !stopping.signal.aborted; nth++) await pace(() => step(nth));
  }

  /** Expects every acknowledged product with its acknowledged title and its pictures. */
  async function expectProducts() {
    const listed = new Map<string, Product>();
    for (let page = 1; ; page++) {
      const products = await send<Product[]>(shopNow(), "GET", `/api/products?page=${page}&limit=100`, "");
      for (const one of products) listed.set(one._id, one);
      if (products.length < 100) break;
    }
    for (const [id, { title, pendingTitle, isDeleted }] of owned) {
      const found = listed.get(id);
      if (isDeleted) continue;
      expect([title, pendingTitle], `product ${id}`).toContain(found?.title);
      for (const file of filesOfImage(found!.images[0]!)) await visit(shopNow(), path.posix.join("/uploads", file));
    }
  }

  return {
    token,
    tally,
    told: checkouts.acknowledged,

    begin() {
      stopping = new AbortController();
      running = Promise.all([
        checkouts.buyOnAndOn(shopNow, stopping.signal, pace),
        repeat(actAsOwner),
        ...Array.from({ length: VISITORS }, (_, who) =>
          repeat((nth) => visit(shopNow(), PAGES[(nth + who) % PAGES.length]!)),
        ),
      ]);
    },

    /** Waits until the load has completed so many more steps. */
    async waitForSteps(steps = 10, withinMs = A_MINUTE) {
      const enough = tally.done + steps;
      await until(async () => tally.done >= enough, withinMs);
    },

    /** Waits until a whole purchase has succeeded. */
    async waitForPayment(withinMs = A_MINUTE) {
      const before = checkouts.acknowledged.settled.size;
      await until(async () => checkouts.acknowledged.settled.size > before, withinMs);
    },

    async end() {
      stopping.abort();
      await running;
    },

    /** Expects that nothing acknowledged is missing and that every payment is settled without intervention. */
    async expectNothingLost() {
      const shop = shopNow();
      await until(async () => (await fetch(`${shop.url}/readyz`)).ok, A_MINUTE);
      const unsettled = new Set(checkouts.acknowledged.paid);
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
          { timeout: SETTLED_WITHIN_MS, message: "paid orders that are not settled" },
        )
        .toEqual([]);
      await checkouts.finishOpen(shop);
      const orders = await allOrders(shop, token);
      const ids = new Set(orders.map(({ _id }) => _id));
      const paid = new Set(orders.filter(({ status }) => status === "paid").map(({ _id }) => _id));
      expect(missing(checkouts.acknowledged.settled, paid)).toEqual([]);
      expect(missing(checkouts.acknowledged.placed, ids)).toEqual([]);
      expect(ids.size, "one order for each idempotency key").toBe(checkouts.acknowledged.keys.size);
      await expectProducts();
      expect([...new Set(faults)], "unexpected error responses").toEqual([]);
      return { orders: orders.length, paid: paid.size };
    },
  };
}

/** Prints the figures of a long run. */
export function printFigures(fault: string, figures: object) {
  if (isLong) console.log(fault, JSON.stringify(figures));
}

interface Options {
  folder?: string;
  settings?: Record<string, string>;
  hasServerDatabase?: boolean;
  /** Expected findings of the doctor, such as a mail that a killed process was sending. */
  except?: RegExp;
}

/** A shop under load, whose processes a test stops and starts. */
export async function openBusyShop({ except = /^$/, settings, ...options }: Options = {}) {
  const opened = await openRealShop({ ...options, settings: { ...LOAD_SETTINGS, ...settings } });
  const { dataDir, environment } = opened;
  let shop: ShopProcess;
  const serving: ShopProcess[] = [];
  const serveRoundRobin = (...shops: ShopProcess[]) => void serving.splice(0, serving.length, ...shops);
  const start = async () => {
    shop = await opened.start();
    serveRoundRobin(shop);
  };
  await start();
  let nth = 0;
  const busy = await openLoad(() => serving[nth++ % serving.length]!);

  /** The findings of the doctor while the shop runs. */
  async function runChecks() {
    const config = readConfig({ ...environment, PORT: new URL(shop.url).port });
    const log = pino({ level: "silent" });
    const { db, close } = await openReadOnly({ config, root, log, print: () => {} });
    try {
      const lines = problemsIn(await runDoctor({ config, db, clock: systemClock, root, graceMs: 0 }));
      return lines.filter((line) => !except.test(line));
    } finally {
      await close();
    }
  }

  return {
    busy,
    dataDir,
    /** Starts a process, after or beside the others; from now on it gets all visitors. */
    start,
    /** The process started last. */
    shop: () => shop,
    /** Sends visitors to these processes, round robin. */
    serveRoundRobin,
    /** Stops the load, and expects that nothing acknowledged is lost and that the doctor finds nothing. */
    async expectHealthy() {
      await busy.end();
      const counted = await busy.expectNothingLost();
      const findings = async () => (await runChecks()).join("\n");
      await expect.poll(findings, { timeout: SETTLED_WITHIN_MS, interval: 500 }).toBe("");
      return { ...busy.tally, ...counted };
    },
  };
}
export type BusyShop = Awaited<ReturnType<typeof openBusyShop>>;
