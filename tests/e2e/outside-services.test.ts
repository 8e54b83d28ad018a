import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "@playwright/test";
import { makeCustomer } from "./support/account.ts";
import { packageLine } from "./support/cart.ts";
import { CLOSED, expectToast as expectCheckoutToast, payButton } from "./support/checkout.ts";
import {
  dismissToast,
  expectToast,
  FAILED,
  fillHoneypot,
  fillIn,
  MESSAGE,
  REFUSED,
  SENT,
  send,
  typedIn,
  visitWhereRequestsFail,
} from "./support/contact.ts";
import { expect, test } from "./support/test.ts";
import { visitWith } from "./support/visit.ts";

const KEYS = {
  RAZORPAY_KEY_ID: "rzp_test_A1b2C3d4E5f6G7",
  RAZORPAY_KEY_SECRET: "a1B2c3D4e5F6g7H8i9J0k1L2",
  RAZORPAY_WEBHOOK_SECRET: "a-secret-of-the-webhook",
};

/** Does what the provider's script does: opens a frame, places it with a style attribute, and calls its own host. */
const SCRIPT = `window.Razorpay = class {
  constructor(options) { window.asked = options; }
  on() {}
  open() {
    const frame = document.createElement("iframe");
    frame.src = "https://api.razorpay.com/v1/checkout/public";
    frame.title = "Razorpay";
    frame.setAttribute("style", "height: 321px");
    document.body.append(frame);
    fetch("https://lumberjack.razorpay.com/v1/track", { mode: "no-cors" });
    window.closePopup = () => { frame.remove(); window.asked.modal.ondismiss(); };
  }
  close() {}
};`;

interface FormService {
  /** Its response; `down` closes the connection. */
  mood: "takes" | "refuses" | "down";
  received: unknown[];
}

const service: FormService = { mood: "takes", received: [] };

/** A fake form service on another origin: browsers send a CORS preflight before the JSON. */
async function startFormService() {
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "content-type, accept");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    if (service.mood === "down") return request.socket.destroy();
    service.received.push(JSON.parse((await request.toArray()).join("")));
    const success = service.mood === "takes";
    response.writeHead(success ? 200 : 400, { "content-type": "application/json" }).end(JSON.stringify({ success }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/submit`, stop: () => server.close() };
}

/** The test answers for the provider. The visit may begin on any page. */
async function expectProviderOpens(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const refused: string[] = [];
  await page.exposeFunction("noteRefusal", (what: string) => refused.push(what));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      (window as unknown as { noteRefusal(what: string): void }).noteRefusal(`${effectiveDirective} ${blockedURI}`),
    );
  });
  const scripts: string[] = [];
  await context.route(/razorpay\.com/, (route) => {
    const url = route.request().url();
    if (url.endsWith("checkout.js")) scripts.push(url);
    return route.fulfill(
      url.endsWith(".js")
        ? { contentType: "text/javascript", body: SCRIPT }
        : { contentType: "text/html", body: "<p>Pay here</p>" },
    );
  });
  await context.route("**/api/payments/razorpay", (route) =>
    route.fulfill({ json: { key: KEYS.RAZORPAY_KEY_ID, amount: 180_000, orderId: "order_A1b2C3d4E5f6G7" } }),
  );

  const customer = await makeCustomer(context.request);
  const response = await visitWith(page, "/", { token: customer.token, cart: [packageLine] });
  expect(response.headers()["content-security-policy"]).toContain("script-src 'self' 'nonce-");
  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await page.getByRole("main").getByRole("link", { name: "Proceed to Checkout" }).click();
  await expect(payButton(page)).toBeVisible();
  await expect(page.getByText("Test mode")).toHaveCount(0);
  expect(scripts).toEqual([]);
  await payButton(page).click();
  const frame = page.locator("iframe[title=Razorpay]");
  await expect(frame.contentFrame().getByText("Pay here")).toBeVisible();
  expect(await frame.evaluate((element) => (element as HTMLElement).offsetHeight)).toBe(321);
  const asked = await page.evaluate(() => (window as unknown as { asked: Record<string, unknown> }).asked);
  expect(asked).toMatchObject({
    key: KEYS.RAZORPAY_KEY_ID,
    amount: 180_000,
    currency: "INR",
    name: "Nakshatra",
    order_id: "order_A1b2C3d4E5f6G7",
    prefill: { name: customer.name, email: customer.email, contact: customer.phone },
    theme: { color: "#171440" },
  });
  await page.evaluate(() => (window as unknown as { closePopup(): void }).closePopup());
  await expectCheckoutToast(page, CLOSED);
  expect(scripts).toEqual(["https://checkout.razorpay.com/v1/checkout.js"]);
  expect(refused).toEqual([]);
  await context.close();
}

test("with live keys the payment provider's script loads and opens; with a form service, contact messages are sent to it", async ({
  browser,
  openShop,
}) => {
  const formService = await startFormService();
  const shop = await openShop({
    ...KEYS,
    RATE_LIMIT: "on",
    WEB3FORMS_ACCESS_KEY: "test-access-key",
    WEB3FORMS_URL: formService.url,
  });
  await test.step("with live keys the provider's script may load, and no test notice is shown", () =>
    expectProviderOpens(browser, shop.url));
  const page = await visitWhereRequestsFail(browser, shop.url);
  await test.step("shows the error and keeps the input when the form service rejects", async () => {
    service.mood = "refuses";
    await fillIn(page);
    await send(page);
    await expectToast(page, REFUSED);
    expect(await typedIn(page)).toMatchObject({ name: MESSAGE.name });
    await dismissToast(page);
  });
  await test.step("shows the error and keeps the input when the form service is down", async () => {
    service.mood = "down";
    await send(page);
    await expectToast(page, FAILED);
    expect(await typedIn(page)).toMatchObject({ name: MESSAGE.name });
    await dismissToast(page);
  });
  await test.step("the form service receives key and message, and its success is shown", async () => {
    Object.assign(service, { mood: "takes", received: [] });
    await send(page);
    await expectToast(page, SENT);
    expect(service.received).toEqual([{ access_key: "test-access-key", ...MESSAGE }]);
    expect(await typedIn(page)).toMatchObject({ name: "", message: "" });
    await dismissToast(page);
  });
  await test.step("a filled honeypot never reaches the form service", async () => {
    service.received = [];
    await fillIn(page);
    await fillHoneypot(page);
    await send(page);
    await expectToast(page, SENT);
    expect(service.received).toEqual([]);
  });
  await test.step("the privacy policy of such a shop names the form service", async () => {
    await page.goto("/privacy_policy");
    await expect(page.getByText("the form service Web3Forms")).toBeVisible();
  });
  await page.context().close();
  formService.stop();
});
