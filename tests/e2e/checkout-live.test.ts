import { makeCustomer } from "./support/account.ts";
import { packageLine } from "./support/cart.ts";
import { CLOSED, expectToast, payButton } from "./support/checkout.ts";
import { test } from "./support/own-shop.ts";
import { expect } from "./support/test.ts";
import { visitWith } from "./support/visit.ts";

const KEYS = {
  RAZORPAY_KEY_ID: "rzp_test_A1b2C3d4E5f6G7",
  RAZORPAY_KEY_SECRET: "a1B2c3D4e5F6g7H8i9J0k1L2",
  RAZORPAY_WEBHOOK_SECRET: "a-secret-of-the-webhook",
};

/** Does what the provider's script is known to do: a frame of its own, placed by a style attribute, and a call home. */
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

/** A shop that takes real payments; the provider is played by the test, whatever page the visit began with. */
test("with the provider's keys its script may load and open, and nothing says that this is a test", async ({
  browser,
  openShop,
}) => {
  const shop = await openShop({ ...KEYS, RATE_LIMIT: "on" });
  const context = await browser.newContext({ baseURL: shop.url });
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
  await expectToast(page, CLOSED);
  expect(scripts).toEqual(["https://checkout.razorpay.com/v1/checkout.js"]);
  expect(refused).toEqual([]);
  await context.close();
});

test("without them no page may reach the provider", async ({ request }) => {
  for (const path of ["/", "/checkout", "/profile"]) {
    const policy = (await request.get(path)).headers()["content-security-policy"]!;
    expect(policy).not.toContain("razorpay");
    expect(policy).not.toContain("unsafe");
  }
});
