import type { Page } from "@playwright/test";
import { defaultSettings } from "../../site.config.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { answerCall, makeCustomer, openPage, orderOf } from "./support/account.ts";
import { lineOf, packageLine, type StoredLine } from "./support/cart.ts";
import { expectPaid, payElsewhere, payInPopup, placeOrder, setStatus } from "./support/checkout.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { holdCalls, visit, visitWith } from "./support/visit.ts";

const { business: site } = defaultSettings;

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const successOf = ({ _id }: Pick<Order, "_id">) => `/success?orderId=${_id}`;

const courseLine = ({ _id, title, offerPrice }: { _id: string; title: string; offerPrice: number }): StoredLine => ({
  itemId: _id,
  itemType: "course",
  title,
  price: offerPrice,
  image: "",
  qty: 1,
});

test("a paid order shows what comes next", async ({ page, request, makeProduct, makeRecord }) => {
  await test.step("a paid order shows its number, items, total and next steps for each item type", async () => {
    const groupLink = "https://chat.example.com/tarot";
    const times = { nextStart: "2099-01-31", startTime: "19:30", days: "Tue, Thu 7 pm" };
    const course = await makeRecord("courses", { actualPrice: 5000, offerPrice: 4000, groupLink, ...times });
    const product = await makeProduct({ price: 600 });
    const customer = await makeCustomer(request);
    const order = await placeOrder(request, customer, [lineOf(product, { qty: 2 }), courseLine(course), packageLine]);
    await payElsewhere(request, customer, order);
    await visitWith(page, successOf(order), { token: customer.token });
    await expect(title(page, "Payment Successful")).toBeVisible();
    const shortId = order._id.slice(-6);
    await expect(page.getByText(`Order ${shortId}.`)).toBeVisible();

    const items = page.getByRole("region", { name: "Items" });
    await expect(items.getByRole("listitem")).toHaveText([
      /2 × ₹600To be packed₹1,200/,
      /1 × ₹4,000Access given₹4,000/,
      /1 × ₹1,800Time to be agreed₹1,800/,
    ]);
    await expect(items).toContainText("Total ₹7,000");

    const access = page.getByRole("region", { name: "Your course access" });
    await expect(access).toContainText(site.phone);
    const open = await access.getByRole("link", { name: "Open" }).getAttribute("href");
    const { hostname, pathname, searchParams } = new URL(open!);
    expect([hostname, pathname]).toEqual(["wa.me", `/${site.whatsapp}`]);
    expect(searchParams.get("text")).toContain(shortId);
    const links = access.getByRole("link");
    await expect(links).toHaveText([`Join the group: ${course.title}`, site.phone, "Open WhatsApp"]);
    await expect(links.first()).toHaveAttribute("href", groupLink);
    await expect(access).toContainText("Next start: 31 Jan 2099, 7:30 pmDays: Tue, Thu 7 pm");
    await expect(access).not.toContainText(/to get access/i);

    const consultation = page.getByRole("region", { name: "Your consultation" });
    await expect(consultation).toContainText("Choose a time that suits you above");
    await expect(consultation).toContainText("we also need your date, time and place of birth");
    await expect(consultation.getByRole("link")).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Your pieces" })).toContainText("We pack your pieces by hand");
    await expect(page.getByRole("region", { name: "For", exact: true })).toContainText("12 Tara Marg");
    await expect(page.getByRole("main").locator(".button-accent")).toHaveText(["Book next available"]);
    await page.getByRole("link", { name: "See your order" }).click();
    await expect(page).toHaveURL(`/orders/${order._id}`);
  });
  await test.step("a course without a group link says whom to ask, and its page says that the customer has it", async () => {
    const course = await makeRecord("courses", { actualPrice: 500, offerPrice: 500 });
    const customer = await makeCustomer(request);
    const order = await placeOrder(request, customer, [courseLine(course)]);
    await payElsewhere(request, customer, order);
    await visitWith(page, successOf(order), { token: customer.token });
    const access = page.getByRole("region", { name: "Your course access" });
    await expect(access).toContainText(`To get access, contact us on WhatsApp at ${site.phone}`);
    await expect(page.getByRole("main").locator(".button-accent")).toHaveText(["Open WhatsApp"]);

    await visit(page, `/course/${course._id}`);
    const owned = page.getByText("You have this course·Open");
    await owned.getByRole("link", { name: "Open" }).click();
    await expect(page).toHaveURL(`/orders/${order._id}#course-access`);
    await expect(access).toBeInViewport();
    await page.goBack();
    await page.getByRole("button", { name: "Exchange Energy" }).click();
    await expect(page.getByText("1 in your cart·View cart")).toBeVisible();
    await expect(owned).toHaveCount(0);
    await page.getByRole("banner").getByRole("link", { name: "Cart, 1 item" }).click();
    await expect(page.getByText("You have this course already. Is it for somebody else?")).toBeVisible();
  });
  await test.step("a session with an expert links to what the expert asks for and shows no course access", async () => {
    const expert = await makeRecord("experts", { price: 20 });
    const customer = await makeCustomer(request);
    const itemId = `${expert._id}-audio-30`;
    const order = await placeOrder(request, customer, [{ ...packageLine, itemId, price: 600 }]);
    await payElsewhere(request, customer, order);
    await visitWith(page, successOf(order), { token: customer.token });
    const consultation = page.getByRole("region", { name: "Your consultation" });
    await expect(consultation.getByRole("link")).toHaveAttribute("href", `/experts/${expert._id}`);
    await expect(consultation).not.toContainText(/nothing else to prepare|For a reading of your chart/);
    await expect(title(page, "Payment Successful")).toBeVisible();
    await expect(page.getByText("course access")).toHaveCount(0);
    await expect(page.getByRole("main").locator(".button-accent")).toHaveText(["See your order"]);
  });
});

test("an unpaid order can be paid here, a late confirmation appears, and cancelled, unknown, slow and failed orders say so", async ({
  browser,
  request,
  shop,
  ownerToken,
}) => {
  const page = await openPage(browser, shop.url);
  const customer = await makeCustomer(request);
  const order = await placeOrder(request, customer, [packageLine]);
  await visitWith(page, successOf(order), { token: customer.token });
  await expect(title(page, "We have not heard of your payment yet")).toBeVisible();
  await expect(page.getByText("Payment Successful")).toHaveCount(0);
  await page.getByRole("button", { name: "Complete payment" }).click();
  await payInPopup(page);
  expect(await expectPaid(page)).toBe(order._id);

  await test.step("a late payment confirmation appears without a reload", async () => {
    const next = await placeOrder(request, customer, [packageLine]);
    await visit(page, successOf(next));
    await expect(title(page, "We have not heard of your payment yet")).toBeVisible();
    await expect(page.getByText("Looking for your payment…")).toBeVisible();
    await payElsewhere(request, customer, next);
    await expect(title(page, "Payment Successful")).toBeVisible();
  });
  await test.step("a cancelled order is shown as cancelled", async () => {
    const last = await placeOrder(request, customer, [packageLine]);
    await setStatus(request, ownerToken, last, "cancelled");
    await visit(page, successOf(last));
    await expect(title(page, "This order was cancelled")).toBeVisible();
    await expect(page.getByRole("button", { name: "Complete payment" })).toHaveCount(0);
  });
  await test.step("foreign and missing order ids show Order not found with a link", async () => {
    const others = await placeOrder(request, await makeCustomer(request), [packageLine]);
    // That nobody reads a foreign order: tests/integration/orders-access.test.ts.
    for (const path of ["/success", `/orders/${others._id}`]) {
      await visit(page, path);
      await expect(title(page, "Order not found")).toBeVisible();
      await expect(page.getByRole("main").getByRole("link", { name: "My Orders" })).toHaveAttribute("href", "/profile");
    }
  });
  await test.step("an order shows a loading state, and one that fails to load can be retried", async () => {
    const calls = await holdCalls(page, "**/api/orders/*", (route) =>
      route.fulfill({ status: 503, json: { message: "Busy.", code: "unavailable" } }),
    );
    await page.goto("/success?orderId=abc123");
    await expect(page.getByText("Loading your order...")).toBeVisible();
    calls.letThrough();
    await expect(page.getByRole("alert").getByText("Your order could not be loaded.")).toBeVisible();
    await page.unroute("**/api/orders/*");
    await answerCall(page, "**/api/orders/*", 200, orderOf({ status: "paid" }));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(title(page, "Payment Successful")).toBeVisible();
  });
  await page.context().close();
});
