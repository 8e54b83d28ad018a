import type { Page, Route } from "@playwright/test";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
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
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visitWith } from "./support/visit.ts";

const reason = (page: Page) => form(page).getByRole("alert");

/** Every cart has a note; only pieces have an address. */
const note = (page: Page) => form(page).getByLabel("Note for us (optional)");
const NOTE = "After 6 pm, please";

/** The input is kept, and the same click works once the fault is gone. */
async function expectPaysNow(page: Page) {
  await expect(note(page)).toHaveValue(NOTE);
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
  await note(page).fill(NOTE);
  for (const { what, call, answer, says } of faults) {
    await test.step(what, async () => {
      await page.route(call, answer);
      await payButton(page).click();
      await expectToast(page, FAILED);
      await expect(reason(page)).toHaveText(says);
      await expect(payButton(page)).toHaveText("Pay ₹1,800");
      await expect(popup(page)).toHaveCount(0);
      expect(await storedCart(page)).toEqual([packageLine]);
      await expect(note(page)).toHaveValue(NOTE);
      const isOrdered = faults.findIndex((fault) => fault.what === what) >= 2;
      expect(await ordersOf(request, customer)).toHaveLength(isOrdered ? 1 : 0);
      await page.unroute(call);
      await page.getByRole("button", { name: "Dismiss" }).click();
    });
  }
  await test.step("an expired session redirects to the login and back, with the input kept", async () => {
    const expired = { status: 401, json: { message: "", code: "not_signed_in" } };
    await page.route("**/api/orders", (route) => route.fulfill(expired), { times: 1 });
    await payButton(page).click();
    await expect(page).toHaveURL("/login?next=/checkout");
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await page.getByRole("main").getByLabel("Email").fill(customer.email);
    await page.getByRole("main").getByLabel("Password", { exact: true }).fill(customer.password);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    await expect(note(page)).toHaveValue(NOTE);
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
  expect((await ordersOf(request, customer)).map(({ status }) => status)).toEqual(["paid"]);
  await page.context().close();
});

test("changed prices and sold products are marked, and only what is shown is charged, at the next click", async ({
  browser,
  request,
  shop,
  makeProduct,
  ownerToken,
}) => {
  const [dearer, sold] = [await makeProduct({ price: 900 }), await makeProduct({ price: 700 })];
  const cart = [lineOf(dearer), lineOf(sold), packageLine];
  const { page, customer } = await checkoutWhereCallsFail(browser, request, shop.url, cart);
  await form(page).getByLabel("Address (optional)").fill(SHIPPING.address);
  await note(page).fill(NOTE);
  const change = async ({ _id, title, category }: typeof sold, price: string, stock: string) => {
    const headers = { authorization: `Bearer ${ownerToken}` };
    await request.put(`/api/products/${_id}`, { headers, multipart: { title, category, price, stock } });
  };
  await test.step("a changed price is shown beside the line, and nothing is ordered yet", async () => {
    await change(dearer, "950", "9");
    await expect(payButton(page)).toHaveText("Pay ₹3,400");
    await payButton(page).click();
    const sentence = "Some prices have changed. Please look at your cart again.";
    await expectToast(page, sentence);
    await expect(reason(page)).toHaveText(sentence);
    await expect(summary(page).getByText("Price changed from ₹900 to ₹950")).toBeVisible();
    await expect(payButton(page)).toHaveText("Pay ₹3,450");
  });
  await test.step("a product that sold out is marked and not counted", async () => {
    await change(sold, "700", "0");
    await payButton(page).click();
    await expect(reason(page)).toHaveText(`Not available in this quantity any more: ${sold.title}.`);
    await expect(summary(page).getByText("Sold out. It is not counted in the total.")).toBeVisible();
    await expect(payButton(page)).toHaveText("Pay ₹2,750");
    expect(await ordersOf(request, customer)).toEqual([]);
  });
  await test.step("with a field error too, the page has no accessibility violations", async () => {
    await form(page).getByLabel("Phone").fill("12345");
    await payButton(page).click();
    await expect(page.getByText("Phone must have 10 to 15 digits.")).toBeVisible();
    await expectAccessibleAndFits(page);
    await form(page).getByLabel("Phone").fill(customer.phone);
  });
  await expectPaysNow(page);
  expect(await ordersOf(request, customer)).toMatchObject([
    { totalAmount: 2750, items: [{ title: dearer.title }, { title: packageLine.title }] },
  ]);
  await test.step("with nothing left the button is disabled", async () => {
    await visitWith(page, "/checkout", { cart: [lineOf(sold)] });
    await expect(payButton(page)).toBeDisabled();
    await expect(payButton(page)).toHaveAccessibleDescription("Nothing in your cart can be bought at the moment.");
  });
  await page.context().close();
});

test("an unrecorded payment shows a warning, keeps the cart and is not paid twice", async ({
  browser,
  request,
  shop,
}) => {
  const { page, customer } = await checkoutWhereCallsFail(browser, request, shop.url, [packageLine]);
  await test.step("the warning appears after four tries; a second click finds the order that the webhook settled", async () => {
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
    await expect.poll(async () => (await ordersOf(request, customer))[0]!.status).toBe("paid");
    await page.unroute("**/api/orders/*/status");
    await payButton(page).click();
    await expectPaid(page);
    expect(await storedCart(page)).toEqual([]);
    expect(await ordersOf(request, customer)).toHaveLength(1);
  });
  await test.step("a second click before the webhook finds the order paid too, and opens no popup", async () => {
    await visitWith(page, "/checkout", { cart: [packageLine] });
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
    expect(await ordersOf(request, customer)).toHaveLength(2);
  });
  await page.context().close();
});
