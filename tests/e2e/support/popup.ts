import type { Page } from "@playwright/test";
import { readConfig } from "../../../src/server/config.ts";
import { startShop } from "../../support/shop-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createDatabase } from "../../support/test-postgres.ts";
import { test as base, START_TIMEOUT } from "./test.ts";
import { consoleOf } from "./visit.ts";

const JWT_SECRET = "a secret that the popup's tests know too";
const { keyId, keySecret } = readConfig({ JWT_SECRET }).gateway;

/** A shop whose sandbox keys the tests know, so that they can make orders as the shop does. */
export const test = base.extend({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern.
    async ({}, use) => {
      const home = await temporaryFolder();
      const database = await createDatabase(process.env.E2E_SERVER!);
      const shop = await startShop({
        DATABASE_URL: database.url,
        DATA_DIR: home.folder,
        JWT_SECRET,
        DEMO_DATA: "off",
        RATE_LIMIT: "off",
      });
      await use({ ...shop, folder: home.folder });
      await shop.stop();
      await database.drop();
      await home.remove();
    },
    { scope: "worker", timeout: START_TIMEOUT },
  ],
});

const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
const CALLS = "/sandbox/razorpay/v1";

async function makeOrder(page: Page, amount: number) {
  const reply = await page.request.post(`${CALLS}/orders`, {
    headers: { authorization },
    data: { amount, currency: "INR" },
  });
  return (await reply.json()).id as string;
}

export async function statusOf(page: Page, order: string) {
  const reply = await page.request.get(`${CALLS}/orders/${order}`, { headers: { authorization } });
  return (await reply.json()).status as string;
}

const HTML = `<!doctype html><html lang="en"><title>Checkout</title><body>
<main><h1>Checkout</h1><button>Buy</button></main>
<dialog aria-label="Cart"><p>Cart</p><button>Buy from the cart</button></dialog>
<script src="/sandbox/razorpay/checkout.js"></script></body></html>`;

/** What happened on the page, in order: the name of a callback and what it was given. */
export type Happened = [what: string, given: Record<string, unknown>];

interface PopupPage {
  happened: Happened[];
  Razorpay: new (
    options: object,
  ) => { on(event: string, listener: (given: object) => void): unknown; open(): void; close(): void };
  popup: { close(): void };
}
declare global {
  interface Window extends PopupPage {}
}

/** A bare page under the shop's own content security policy, with a button that opens the popup for a new order. */
export async function visitCheckout(page: Page, amount = 12_345_600, more: object = {}) {
  const said = consoleOf(page);
  const policy = (await page.request.get("/contact")).headers()["content-security-policy"]!;
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
  await page.route("**/bare-checkout", (route) => route.fulfill({ body: HTML, headers }));
  await page.goto("/bare-checkout");
  const order = await makeOrder(page, amount);
  const options = {
    key: keyId,
    amount,
    currency: "INR",
    name: "Nakshatra",
    description: "3 items",
    image: "/favicon.png",
    order_id: order,
    prefill: { name: "Asha Rao", email: "asha@example.com" },
    theme: { color: "#171440" },
    ...more,
  };
  await page.evaluate((options) => {
    window.happened = [];
    const note = (what: string) => (given: object) => void window.happened.push([what, { ...given }]);
    const popup = new window.Razorpay({
      ...options,
      handler: note("paid"),
      modal: { ...("modal" in options && (options.modal as object)), ondismiss: note("dismissed") },
    });
    popup.on("payment.failed", note("failed"));
    window.popup = popup;
    for (const button of document.querySelectorAll("button")) button.addEventListener("click", () => popup.open());
  }, options);
  return { order, said };
}

export const happenedOn = (page: Page) => page.evaluate(() => window.happened);
