import type { Page, Route } from "@playwright/test";
import { lineOf, packageLine, storedCart } from "./support/cart.ts";
import {
  checkoutWhereCallsFail,
  expectPaid,
  expectToast,
  FAILED,
  form,
  ordersOf,
  payButton,
  payInPopup,
  popup,
  SHIPPING,
  summary,
} from "./support/checkout.ts";
import { test } from "./support/own-products.ts";
import { expect } from "./support/test.ts";
import { visitWith } from "./support/visit.ts";

const reason = (page: Page) => form(page).getByRole("alert");

/** The input is kept, and the same click works once the fault is gone. */
async function expectPaysNow(page: Page) {
  await expect(form(page).getByLabel("Address (optional)")).toHaveValue(SHIPPING.address);
  await payButton(page).click();
  await payInPopup(page);
  await expectPaid(page);
}

const windowFailed = /payment window could not be opened/;
/** In the order of a payment: each retry passes the step that failed before. */
const faults: { what: string; call: string; answer: (route: Route) => Promise<void>; says: string | RegExp }[] = [
  {
    what: "the order is not taken",
    call: "**/api/orders",
    answer: (route) => route.fulfill({ status: 500, json: { message: "Busy.", code: "internal" } }),
    says: "Busy.",
  },
  { what: "the order gets no answer", call: "**/api/orders", answer: (route) => route.abort(), says: FAILED },
  {
    what: "the response is lost",
    call: "**/api/orders",
    async answer(route) {
      await route.fetch();
      await route.abort();
    },
    says: FAILED,
  },
  {
    what: "the provider is down",
    call: "**/api/payments/razorpay",
    answer: (route) =>
      route.fulfill({
        status: 503,
        json: { message: "The payment provider does not answer.", code: "payment_provider_down" },
      }),
    says: "The payment provider does not answer.",
  },
  {
    what: "the popup's script is blocked",
    call: "**/sandbox/razorpay/checkout.js",
    answer: (route) => route.abort(),
    says: windowFailed,
  },
  {
    what: "the popup's script is not the popup's",
    call: "**/sandbox/razorpay/checkout.js",
    answer: (route) => route.fulfill({ contentType: "text/javascript", body: "" }),
    says: windowFailed,
  },
];

test("a fault on the way to the payment shows the error and keeps the input, and retries create no second order", async ({
  browser,
  request,
  shop,
}) => {
  const { page, customer } = await checkoutWhereCallsFail(browser, request, shop.url, [packageLine]);
  await form(page).getByLabel("Address (optional)").fill(SHIPPING.address);
  for (const { what, call, answer, says } of faults) {
    await test.step(what, async () => {
      await page.route(call, answer);
      await payButton(page).click();
      await expectToast(page, FAILED);
      await expect(reason(page)).toHaveText(says);
      await expect(payButton(page)).toHaveText("Pay ₹1,800");
      await expect(popup(page)).toHaveCount(0);
      expect(await storedCart(page)).toEqual([packageLine]);
      await expect(form(page).getByLabel("Address (optional)")).toHaveValue(SHIPPING.address);
      const isOrdered = faults.findIndex((fault) => fault.what === what) >= 2;
      expect(await ordersOf(request, customer)).toHaveLength(isOrdered ? 1 : 0);
      await page.unroute(call);
      await page.getByRole("button", { name: "Dismiss" }).click();
    });
  }
  await expectPaysNow(page);
  expect((await ordersOf(request, customer)).map(({ status }) => status)).toEqual(["paid"]);
  await page.context().close();
});

test("an expired session redirects to the login and back, and the server's field error is shown beside the field", async ({
  browser,
  request,
  shop,
}) => {
  const { page, customer } = await checkoutWhereCallsFail(browser, request, shop.url, [packageLine]);
  const address = form(page).getByLabel("Address (optional)");
  await address.fill(SHIPPING.address);
  await test.step("an expired session redirects to the login and back, with the input kept", async () => {
    const expired = { status: 401, json: { message: "", code: "not_signed_in" } };
    await page.route("**/api/orders", (route) => route.fulfill(expired), { times: 1 });
    await payButton(page).click();
    await expect(page).toHaveURL("/login?next=/checkout");
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await page.getByRole("main").getByLabel("Email").fill(customer.email);
    await page.getByRole("main").getByLabel("Password", { exact: true }).fill(customer.password);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    await expect(address).toHaveValue(SHIPPING.address);
  });
  await test.step("the server's field error is shown beside the field and focuses it", async () => {
    const email = form(page).getByLabel("Email Address");
    await email.fill("meera@localhost");
    await payButton(page).click();
    await expect(email).toHaveAccessibleDescription("Enter a valid e-mail address.");
    await expect(email).toBeFocused();
    await expectToast(page, FAILED);
    await email.fill(customer.email);
  });
  await expectPaysNow(page);
  await page.context().close();
});

test("a changed price is shown beside the line and charged only after the next click", async ({
  browser,
  request,
  shop,
  makeProduct,
  ownerToken,
}) => {
  const product = await makeProduct({ price: 900 });
  const { page, customer } = await checkoutWhereCallsFail(browser, request, shop.url, [lineOf(product)]);
  await form(page).getByLabel("Address (optional)").fill(SHIPPING.address);
  const multipart = { title: product.title, category: product.category, price: "950", stock: "9" };
  await request.put(`/api/products/${product._id}`, { headers: { authorization: `Bearer ${ownerToken}` }, multipart });
  await expect(payButton(page)).toHaveText("Pay ₹900");
  await payButton(page).click();
  const sentence = "Some prices have changed. Please look at your cart again.";
  await expectToast(page, sentence);
  await expect(reason(page)).toHaveText(sentence);
  await expect(summary(page).getByText("Price changed from ₹900 to ₹950")).toBeVisible();
  await expect(payButton(page)).toHaveText("Pay ₹950");
  expect(await ordersOf(request, customer)).toEqual([]);
  await expectPaysNow(page);
  await page.context().close();
});

test("a product sold meanwhile is marked, and the rest can be bought; with nothing left the button is disabled", async ({
  browser,
  request,
  shop,
  makeProduct,
  ownerToken,
}) => {
  const product = await makeProduct({ price: 900 });
  const { page, customer } = await checkoutWhereCallsFail(browser, request, shop.url, [lineOf(product), packageLine]);
  await form(page).getByLabel("Address (optional)").fill(SHIPPING.address);
  const multipart = { title: product.title, category: product.category, price: "900", stock: "0" };
  await request.put(`/api/products/${product._id}`, { headers: { authorization: `Bearer ${ownerToken}` }, multipart });
  await payButton(page).click();
  await expect(reason(page)).toHaveText(`Not available in this quantity any more: ${product.title}.`);
  await expect(summary(page).getByText("Sold out. It is not counted in the total.")).toBeVisible();
  await expect(payButton(page)).toHaveText("Pay ₹1,800");
  await expectPaysNow(page);
  expect((await ordersOf(request, customer))[0]!.items.map(({ title }) => title)).toEqual([packageLine.title]);

  await visitWith(page, "/checkout", { cart: [lineOf(product)] });
  await expect(payButton(page)).toBeDisabled();
  await expect(payButton(page)).toHaveAccessibleDescription("Nothing in your cart can be bought at the moment.");
  await page.context().close();
});

test("an unrecorded payment shows a warning, keeps the cart and is not paid twice", async ({
  browser,
  request,
  shop,
}) => {
  const { page, customer } = await checkoutWhereCallsFail(browser, request, shop.url, [packageLine]);
  await form(page).getByLabel("Address (optional)").fill(SHIPPING.address);
  let tries = 0;
  await page.route("**/api/orders/*/status", (route) => {
    tries += 1;
    return route.abort();
  });
  await page.clock.install();
  await payButton(page).click();
  await payInPopup(page);
  // The pauses between the tries take five seconds.
  const hurry = async () => {
    if (tries < 4) await page.clock.fastForward(3_000);
    return tries;
  };
  await expect.poll(hurry).toBe(4);
  await expectToast(page, "⚠️ Payment success, but could not update order.");
  await expect(reason(page)).toHaveText(/nothing more is to be paid/);
  expect(await storedCart(page)).toEqual([packageLine]);
  await expect(page).toHaveURL("/checkout");
  // The webhook settles the order.
  await expect.poll(async () => (await ordersOf(request, customer))[0]!.status).toBe("paid");
  await page.unroute("**/api/orders/*/status");
  // A second click does not buy again.
  await payButton(page).click();
  await expectPaid(page);
  expect(await storedCart(page)).toEqual([]);
  expect(await ordersOf(request, customer)).toHaveLength(1);
  await page.context().close();
});

test("a second click before the webhook finds the order paid and opens no popup", async ({
  browser,
  request,
  shop,
}) => {
  const { page, customer } = await checkoutWhereCallsFail(browser, request, shop.url, [packageLine]);
  await page.route("**/api/orders/*/status", (route) =>
    route.fulfill({ status: 402, json: { message: "No.", code: "payment_not_confirmed" } }),
  );
  // Without the webhook the order is still pending.
  await page.route("**/api/orders", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ status: 201, json: { ...((await reply.json()) as object), status: "pending" } });
  });
  await payButton(page).click();
  await payInPopup(page);
  await expectToast(page, "⚠️ Payment success, but could not update order.");
  await page.unroute("**/api/orders/*/status");
  await payButton(page).click();
  await expectPaid(page);
  expect(await storedCart(page)).toEqual([]);
  expect(await ordersOf(request, customer)).toHaveLength(1);
  await page.context().close();
});
