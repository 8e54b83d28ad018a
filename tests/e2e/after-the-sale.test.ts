import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Course } from "../../src/contracts/catalogue/course.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import type { Order } from "../../src/contracts/orders/order.ts";
import { readMail } from "../support/mails.ts";
import { makeCustomer } from "./support/account.ts";
import { mainOf, message, test } from "./support/admin.ts";
import { shortId } from "./support/admin-orders.ts";
import { sessionWith } from "./support/appointments.ts";
import { lineOf, packageLine, storedCart } from "./support/cart.ts";
import { expectPaid, expectToast, form, ordersOf, PAID, payButton, payInPopup, summary } from "./support/checkout.ts";
import { sidewaysScroll } from "./support/checks.ts";
import { applyCode, chargeDelivery, codeField, makeCoupon } from "./support/coupons.ts";
import { demoProduct } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { PHONE, visitWith } from "./support/visit.ts";

interface Bought {
  ring: Product;
  course: Course;
  expert: Expert;
}

const PACKAGE = 1800;
const AWB = "1490812345678";
const TRACKING = `https://www.delhivery.com/track-v2/package/${AWB}`;

const list = async <T>(request: APIRequestContext, kind: string) =>
  (await (await request.get(`/api/${kind}`)).json()) as T[];

const rupees = (amount: number) =>
  `₹${amount.toLocaleString("en-IN", { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 })}`;
/** The amount after the 10 % coupon, rounded to the paisa. */
const discounted = (amount: number) => Math.round(amount * 90) / 100;

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Nothing is cut off on a phone and on a wide screen, and `check` holds there. Ends on the phone. */
async function atBothWidths(page: Page, check?: () => Promise<void>) {
  for (const width of [1280, PHONE.viewport.width]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
    await check?.();
  }
}

/** A package, a ring, a course and an hour with an expert. */
const cartOf = ({ ring, course, expert }: Bought) => [
  packageLine,
  lineOf(ring),
  { ...lineOf(ring), itemId: course._id, itemType: "course", title: course.title, price: course.offerPrice },
  sessionWith(expert),
];

/** Enters an unknown code, then the right one, which takes 10 % off. */
async function enterCode(page: Page, code: string) {
  await expect(codeField(page)).toBeHidden();
  await page.getByText("Have a code?").click();
  await applyCode(page, "no-such-code");
  await expect(codeField(page)).toHaveAccessibleDescription("This code is not valid.");
  await applyCode(page, code.toLowerCase());
  await expect(page.getByRole("button", { name: `Remove code ${code}` })).toBeVisible();
}

/** Delivery costs ₹60, ₹300 for one region, and nothing from a certain value. */
async function changeDelivery(page: Page, ring: Product, total: number) {
  await expect(payButton(page)).toHaveText(`Pay ${rupees(discounted(total) + 60)}`);
  await form(page).getByLabel("PIN code (optional)").fill("744 101");
  await expect(payButton(page)).toHaveText(`Pay ${rupees(discounted(total) + 300)}`);
  await page.getByRole("button", { name: "Show 4 items" }).click();
  await expect(summary(page)).toContainText("Delivery₹300");
  await page.getByRole("link", { name: "Change the cart" }).click();
  await expect(page.getByLabel("PIN code (optional)")).toHaveValue("744101");
  await expect(summary(page)).toContainText(`Total${rupees(discounted(total) + 300)}`);
  for (let pieces = 1; pieces < 3; pieces++) await page.getByRole("button", { name: `One more ${ring.title}` }).click();
  const more = total + 2 * ring.offerPrice;
  await expect(summary(page)).toContainText(`Subtotal${rupees(more)}`);
  await expect(summary(page)).toContainText(`DeliveryFreeTax & Fees₹0Total${rupees(discounted(more))}`);
  for (let pieces = 1; pieces < 3; pieces++) await page.getByRole("button", { name: `One less ${ring.title}` }).click();
  await mainOf(page).getByRole("link", { name: "Proceed to Checkout" }).click();
  await expect(payButton(page)).toHaveText(`Pay ${rupees(discounted(total) + 300)}`);
}

/** Runs in the page, which may have dismissed the toast already. */
function toastCoversTick() {
  const toast = document.querySelector(".toast")?.getBoundingClientRect();
  const tick = document.querySelector("main header svg")!.getBoundingClientRect();
  return toast !== undefined && toast.left < tick.right && toast.top < tick.bottom;
}

/** On the order's page of the admin: a parcel with the ring. */
async function sendRing(page: Page, ring: Product) {
  await expect(page.getByRole("link", { name: "Send the pieces" })).toHaveAttribute("href", /#parcels$/);
  const parcels = region(page, "Parcels");
  await parcels.getByLabel("Tracking number").fill(AWB);
  await parcels.getByRole("button", { name: "Mark as sent" }).click();
  await expect(message(page, "Parcel recorded")).toBeVisible();
  await expect(parcels.getByRole("listitem")).toContainText(`Delhivery ${AWB}On the way${ring.title} × 1`);
  await expect(region(page, "Status").getByText("shipped", { exact: true }).first()).toBeVisible();
}

async function refundCourse(page: Page, { title, offerPrice }: Course) {
  const back = rupees(discounted(offerPrice));
  const refunds = region(page, "Refunds");
  await refunds.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund", exact: true });
  await dialog.getByLabel(title).check();
  await dialog.getByLabel("Reason").fill("The group is full");
  await dialog.getByRole("button", { name: `Refund ${back}` }).click();
  await expect(message(page, `${back} refunded`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(refunds.getByRole("listitem")).toContainText(`${back}Refunded`);
  await expect(region(page, "Items").getByRole("listitem").filter({ hasText: title })).toContainText("Refunded");
}

async function expectTrackingLink(page: Page) {
  const link = mainOf(page).getByRole("link", { name: "Track the parcel with Delhivery" });
  await expect(link).toHaveAttribute("href", TRACKING);
  await expect(link).toHaveAttribute("target", "_blank");
}

async function subjectsTo(shop: { folder: string }, email: string) {
  const folder = path.join(shop.folder, "mail");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(names.map(async (name) => readMail(await readFile(path.join(folder, name), "utf8"))));
  return mails.flatMap(({ headers }) => (headers.to === email ? [headers.subject!] : [])).sort();
}

test("a buyer pays with a coupon on a phone; the owner sends the ring and refunds the course; the buyer sees both", async ({
  page,
  request,
  shop,
  ownerToken,
}) => {
  // Motion is on here, as for most visitors. Other tests reduce it.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize(PHONE.viewport);
  const ring = await demoProduct(request, ({ stock, title }) => stock > 3 && /\bRing\b/.test(title));
  const course = (await list<Course>(request, "courses"))[0]!;
  const expert = (await list<Expert>(request, "experts")).find(({ price }) => price !== null)!;
  const total = ring.offerPrice + course.offerPrice + PACKAGE + (expert.audioPrice ?? expert.price!) * 60;
  const toPay = discounted(total) + 300;
  const code = await makeCoupon(request, ownerToken, { kind: "percent", value: "10", minTotal: "500" });
  const customer = await makeCustomer(request);
  const undo = await chargeDelivery(request, ownerToken, {
    ...{ isCharged: true, flat: 60, freeAbove: 2 * ring.offerPrice },
    pinPrices: [{ prefix: "744", price: 300 }],
  });
  let order: Order;

  try {
    await test.step("from the cart to the checkout", async () => {
      await visitWith(page, "/cart", { token: customer.token, cart: cartOf({ ring, course, expert }) });
      await mainOf(page).getByRole("link", { name: "Proceed to Checkout" }).click();
    });
    await test.step("a code, the PIN code and the quantity change the total", async () => {
      await enterCode(page, code);
      await changeDelivery(page, ring, total);
      await form(page).getByLabel("Address (optional)").fill("12 Tara Marg\nNagpur 440010");
      await expect(payButton(page)).toHaveText(`Pay ${rupees(toPay)}`);
      await atBothWidths(page, () => expect(payButton(page)).toBeInViewport());
    });
    await test.step("the buyer pays the total that was shown", async () => {
      await payButton(page).click();
      await payInPopup(page);
      await expectToast(page, PAID);
      const id = await expectPaid(page);
      await atBothWidths(page, async () => expect(await page.evaluate(toastCoversTick)).toBe(false));
      for (const name of ["Your course access", "Your consultation", "Your pieces"])
        await expect(region(page, name)).toBeVisible();
      const off = `Discount (${code})−${rupees(total - discounted(total))}`;
      await expect(region(page, "Items")).toContainText(
        `Subtotal${rupees(total)}${off}Delivery₹300Total ${rupees(toPay)}`,
      );
      expect(await storedCart(page)).toEqual([]);
      const orders = await ordersOf(request, customer);
      expect(orders).toMatchObject([{ _id: id, status: "paid", totalAmount: toPay, coupon: code }]);
      order = orders[0]!;
      expect(order.delivery).toBe(300);
      expect(order.items.map(({ itemId }) => itemId).sort()).toEqual(
        ["Deep Dive-audio", ring._id, course._id, `${expert._id}-audio-60`].sort(),
      );
    });
  } finally {
    await undo();
  }
  await test.step("the owner sends the ring and refunds the course", async () => {
    await visitWith(page, `/admin/orders/${order._id}`, { token: ownerToken });
    await sendRing(page, ring);
    await refundCourse(page, course);
  });
  await test.step("My Orders shows the progress of each item", async () => {
    await visitWith(page, "/profile", { token: customer.token });
    await expectTrackingLink(page);
    await expect(mainOf(page).getByText(`${ring.title} x 1 (product)`, { exact: true })).toBeVisible();
    await expect(mainOf(page).getByText(`${rupees(discounted(course.offerPrice))} refunded`)).toBeVisible();
    await page.getByRole("link", { name: `Order ${shortId(order)}` }).click();
  });
  await test.step("the order's page shows the parcel, the refund, the lines and the history", async () => {
    await expect(page).toHaveURL(`/orders/${order._id}`);
    await expect(page.getByRole("heading", { level: 1, name: `Order ${shortId(order)}` })).toBeVisible();
    await expect(mainOf(page).getByText("shipped", { exact: true })).toBeVisible();
    await expect(region(page, "Your pieces")).toContainText(
      new RegExp(`on their way to you\\..*Delhivery ${AWB}, sent on \\d`),
    );
    await expectTrackingLink(page);
    const back = rupees(discounted(course.offerPrice));
    await expect(region(page, "Your refund")).toContainText(`${back} was sent to the account or card you paid with.`);
    await expect(region(page, "Your refund")).toContainText(`The group is full${course.title} x 1`);
    await expect(region(page, "Your refund")).toContainText("2 to 7 days with UPI");
    await expect(region(page, "Your course access")).toHaveCount(0);
    const lines = region(page, "Items").getByRole("listitem");
    await expect(lines).toHaveText([
      /Consultancy·1 × ₹1,800Time to be agreed₹1,800$/,
      /Product·1 × ₹[\d,]+On the way₹[\d,]+$/,
      /Course·1 × ₹[\d,]+Refunded₹[\d,]+$/,
      /Consultancy·1 × ₹[\d,]+Time to be agreed₹[\d,]+$/,
    ]);
    await expect(lines.nth(1).locator("img")).toHaveAttribute("src", /^\/uploads\//);
    await expect(region(page, "For")).toContainText(customer.name);
    await expect(region(page, "For").getByRole("button")).toHaveCount(0);
    await expect(region(page, "History").getByRole("listitem")).toHaveText(
      [
        /^Ordered on \d+ \w{3} \d{4}, \d+:\d\d [ap]m$/,
        /^Paid on /,
        /^Shipped on /,
        /^1 piece left with Delhivery on /,
        `A refund of ${back} was started`,
        `The refund of ${back} is on its way`,
      ].map((text) => (typeof text === "string" ? new RegExp(`^${text.replaceAll(".", "\\.")}`) : text)),
    );
    await atBothWidths(page);
    await mainOf(page).getByRole("link", { name: "My Orders" }).click();
    await expect(page).toHaveURL("/profile");
  });
  await test.step("each step was mailed once", async () => {
    const about = `order ${shortId(order)}`;
    const back = rupees(discounted(course.offerPrice));
    await expect
      .poll(() => subjectsTo(shop, customer.email), { timeout: 30_000 })
      .toEqual([
        `Your order ${shortId(order)} is confirmed`,
        `Your parcel is on its way: ${about}`,
        `Your refund of ${back} is on its way: ${about}`,
      ]);
  });
});
