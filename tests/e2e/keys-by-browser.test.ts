import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { json, startFakeServer } from "../support/fake-server.ts";
import { startMailServer } from "../support/mail-server.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { logInAs, makeCustomer, openPage } from "./support/account.ts";
import { confirmDialog, fillRecord, mainOf, message, saveButton } from "./support/admin.ts";
import { lineOf } from "./support/cart.ts";
import { expectPaid, payButton } from "./support/checkout.ts";
import { expect, OWNER, test } from "./support/test.ts";
import { collectConsoleErrors, visit, visitWith } from "./support/visit.ts";

const KEYS = { id: "rzp_live_A1b2C3d4E5f6G7", secret: "a1B2c3D4e5F6g7H8i9J0k1L2", webhook: "a secret of the webhook" };
const PAYMENT = "pay_FirstOwnPiece";
const SCRIPT = `window.Razorpay = class {
  constructor(options) { this.options = options; }
  on() {}
  close() {}
  async open() {
    const { key, order_id, handler } = this.options;
    const signature = await window.signFor(key, order_id);
    handler({ razorpay_payment_id: "${PAYMENT}", razorpay_order_id: order_id, razorpay_signature: signature });
  }
};`;

const servers: { stop(): Promise<void> }[] = [];
test.afterAll(async () => {
  for (const server of servers) await server.stop();
});

/** Plays Razorpay's API: it knows one pair of keys, and every order is paid. */
async function startProvider() {
  let amount = 0;
  const authorization = `Basic ${Buffer.from(`${KEYS.id}:${KEYS.secret}`).toString("base64")}`;
  return startFakeServer((reply, request) => {
    const { method, url, body, headers } = request;
    const answer = (value: object, status = 200) => json(value, status)(reply, request);
    if (headers.authorization !== authorization)
      return answer({ error: { description: "Authentication failed" } }, 401);
    if (method === "POST") ({ amount } = JSON.parse(body));
    const order = { id: "order_FirstOwnPiece", amount, currency: "INR", status: "created", receipt: null };
    const payment = { id: PAYMENT, order_id: order.id, amount, currency: "INR", status: "captured" };
    if (method === "POST") return answer(order);
    return answer(url.startsWith("/payments/") ? payment : { items: [] });
  });
}

const press = (page: Page, name: string) => mainOf(page).getByRole("button", { name, exact: true }).click();
const NOT_YET = "This shop cannot take payments yet: type the keys under Settings, Payments.";
const SAVED = "✅ Saved. It is in use now.";

test("an owner types mail server and live keys in the browser, removes the demo data and sells a first piece", async ({
  browser,
  openShop,
}) => {
  const provider = await startProvider();
  const mails = await startMailServer();
  servers.push(provider, mails);
  const shop = await openShop({ RAZORPAY_API_URL: provider.url, PAYMENTS: "razorpay" });
  const page = await openPage(browser, shop.url);
  const errors = collectConsoleErrors(page);
  page.setDefaultTimeout(30_000);
  await logInAs(page, OWNER, "/admin/login");
  await expect(page).toHaveURL("/admin");
  await expect(page.getByText(NOT_YET)).toBeVisible();

  await test.step("the checklist leads to the mail server, which is tried with a real mail and saved", async () => {
    await visit(page, "/admin/first-day");
    await mainOf(page).getByRole("link", { name: "Mail server" }).click();
    await expect(page).toHaveURL("/admin/settings/mail");
    await page.getByLabel("Server", { exact: true }).fill("127.0.0.1");
    await page.getByLabel("Port").fill("1");
    await page.getByLabel("Security").selectOption("Only if the server offers it");
    await press(page, "Save");
    await page.getByLabel("Your password").fill(OWNER.password);
    await press(page, "Save");
    await expect(page.getByLabel("Server", { exact: true })).toHaveAccessibleDescription(/check server and port/);
    await page.getByLabel("Port").fill(`${mails.port}`);
    await press(page, "Try it");
    const taken = page.getByRole("status").getByText(/^The mail server took the mail/);
    await expect(taken).toBeVisible();
    await expectAccessibleAndFits(page);
    await press(page, "Save");
    await expect(message(page, SAVED)).toBeVisible();
    // Every message of the admin is shown for 3 seconds.
    await expect(taken).toBeHidden({ timeout: 4000 });
    expect(mails.received.map(({ recipients }) => recipients)).toEqual([[OWNER.email], [OWNER.email]]);
  });
  await test.step("a wrong key is refused at its field; going live names what is missing", async () => {
    await visit(page, "/admin/first-day");
    await mainOf(page).getByRole("link", { name: "Payment keys" }).click();
    await expect(page.getByText("/api/payments/razorpay/webhook")).toBeVisible();
    await page.getByLabel("Key id").fill(KEYS.id);
    await page.getByLabel("Key secret").fill("not the secret");
    await page.getByLabel("Webhook secret").fill(KEYS.webhook);
    await press(page, "Try it");
    await expect(page.getByLabel("Key secret")).toHaveAccessibleDescription(/does not accept this key id/);
    await expect(page.getByRole("note")).toHaveText(
      "With these keys buyers pay real money. Still to do: Webhook, Legal texts, No more demo data.",
    );
    await page.getByLabel("Key secret").fill(KEYS.secret);
    await press(page, "Go live");
    await page.getByLabel("Your password").fill(OWNER.password);
    await press(page, "Go live");
    await expect(message(page, SAVED)).toBeVisible();
    await expect(page.getByLabel("Key secret")).toHaveValue("");
    await expect(page.getByLabel("Key secret")).toHaveAccessibleDescription(/^Set on .* ends in k1L2\./);
    await expect(page.getByText(NOT_YET)).toHaveCount(0);
    await expectAccessibleAndFits(page);
  });
  await test.step("the webhook is heard", async () => {
    const body = JSON.stringify({ event: "payment.failed", payload: {} });
    const signature = createHmac("sha256", KEYS.webhook).update(body).digest("hex");
    const headers = { "content-type": "application/json", "x-razorpay-signature": signature };
    expect((await fetch(`${shop.url}/api/payments/razorpay/webhook`, { method: "POST", headers, body })).status).toBe(
      200,
    );
    await page.reload();
    await expect(page.getByText(/^Last heard from Razorpay \d/)).toBeVisible();
  });
  await test.step("the demo data is removed and a first own piece is sold for real money", async () => {
    await visit(page, "/admin/first-day");
    await expect(mainOf(page).getByText("Razorpay, live")).toBeVisible();
    await page.getByRole("button", { name: "Remove demo data" }).click();
    await confirmDialog(page, "Remove demo data").getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByText("There is no demo data in this shop.")).toBeVisible();
    await visit(page, "/admin/products");
    await fillRecord(page, { title: "Moonstone of Tara", category: "Tumbles", price: "450", stock: "3" });
    await saveButton(page).click();
    await expect(message(page, "✅ Product created successfully")).toBeVisible();

    const buying = await openPage(browser, shop.url);
    await buying.route(/razorpay\.com/, (route) => route.fulfill({ contentType: "text/javascript", body: SCRIPT }));
    await buying.exposeFunction("signFor", (key: string, order: string) => {
      expect(key).toBe(KEYS.id);
      return createHmac("sha256", KEYS.secret).update(`${order}|${PAYMENT}`).digest("hex");
    });
    const [piece] = await (await buying.request.get("/api/products")).json();
    const customer = await makeCustomer(buying.request);
    await visitWith(buying, "/checkout", { token: customer.token, cart: [lineOf(piece)] });
    await buying.getByRole("main").getByLabel("Address (optional)").fill("12 Tara Marg, Nagpur");
    await payButton(buying).click();
    await expectPaid(buying);
    await buying.context().close();
    const wanted = () => mails.received.filter(({ recipients }) => recipients.includes(customer.email)).length;
    await expect.poll(wanted).toBe(1);
  });
  await test.step("the mail server is removed with the password", async () => {
    await visit(page, "/admin/settings/mail");
    await press(page, "Remove");
    await page.getByLabel("Your password").fill(OWNER.password);
    await press(page, "Remove");
    await expect(message(page, "Removed. The shop has forgotten these values.")).toBeVisible();
    await expect(page.getByLabel("Server", { exact: true })).toHaveValue("");
  });
  await page.context().close();
  expect(errors.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([]);
});
