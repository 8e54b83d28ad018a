import type { Course } from "../../src/contracts/catalogue/course.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { amount, buyButton, lineOf, packageLine, rowOf, rows, storeCart, storedCart } from "./support/cart.ts";
import { expectToast, goToCheckout, ordersOf, payButton, SHIPPING, summary } from "./support/checkout.ts";
import { controlsEverUnderCart, controlsUnderCartAtEnd, sidewaysScroll, watchShifts } from "./support/checks.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visit, visitWith } from "./support/visit.ts";

type Asking = { get(path: string): Promise<{ json(): Promise<unknown> }> };

/** The first record that meets the condition; other tests may have created some that do not. */
const one = async <T>(request: Asking, path: string, has: (record: T) => unknown) =>
  ((await (await request.get(path)).json()) as T[]).find(has)!;

test("each line shows picture, title, item type, quantity, unit price, line total and Remove; the summary adds them up", async ({
  page,
  request,
  makeProduct,
}) => {
  const product = await demoProduct(request, ({ stock }) => stock >= 2);
  const course = await one<Course>(request, "/api/courses", ({ image }) => image);
  const expert = await one<Expert>(request, "/api/experts", ({ images, price }) => images[0] && price);
  const rate = expert.videoPrice ?? expert.price ?? 0;
  const courseLine = { itemId: course._id, itemType: "course", title: course.title, price: course.offerPrice };
  const expertLine = { itemId: `${expert._id}-video-30`, itemType: "consultancy", price: rate * 30 };
  await visitWith(page, "/cart", {
    cart: [
      lineOf(product, { qty: 2 }),
      { ...courseLine, image: course.image ?? "", qty: 1 },
      packageLine,
      { ...expertLine, title: `${expert.name} (Video, 30 min)`, image: expert.images[0] ?? "", qty: 1 },
    ],
  });

  const inRupees = (rupees: number) => `₹${rupees.toLocaleString("en-IN", { maximumFractionDigits: 2 })}`;
  for (const [title, type, price, qty, to] of [
    [product.title, "Product", product.offerPrice, 2, `/product/${product._id}`],
    [course.title, "Course", course.offerPrice, 1, `/course/${course._id}`],
    ["Deep Dive (Audio)", "Consultancy", 1800, 1, "/#consultancy"],
    [`${expert.name} (Video, 30 min)`, "Consultancy", rate * 30, 1, `/experts/${expert._id}`],
  ] as const) {
    const row = rowOf(page, title);
    await expect(row.getByText(type, { exact: true })).toBeVisible();
    await expect(row.getByText(`Unit price ${inRupees(price)} each`)).toBeVisible();
    await expect(row.getByText(`Line total ${inRupees(price * qty)}`)).toBeVisible();
    await expect(row.getByRole("group", { name: `Quantity of ${title}` }).getByRole("status")).toHaveText(`${qty}`);
    await expect(row.getByRole("link", { name: title })).toHaveAttribute("href", to);
    await expect(row.getByRole("button", { name: "Remove" })).toHaveText("Remove");
    await expect
      .poll(() => row.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  }
  await test.step("the summary shows the sum without tax or fees and links to the checkout", async () => {
    const dear = await makeProduct({ price: 123456, stock: 5 });
    const odd = await makeProduct({ price: 99.5, stock: 5 });
    await visitWith(page, "/cart", { cart: [lineOf(dear, { qty: 2 }), lineOf(odd, { qty: 3 })] });
    await expect(amount(page, "Subtotal")).toHaveText("₹2,47,210.50");
    await expect(page.getByText("Tax & Fees", { exact: true })).toBeVisible();
    await expect(amount(page, "Tax & Fees")).toHaveText("₹0");
    await expect(amount(page, "Total")).toHaveText("₹2,47,210.50");
    await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toHaveAttribute("href", "/checkout");
    expect(await controlsUnderCartAtEnd(page)).toEqual({});
    expect(await controlsEverUnderCart(page, [390, 768])).toEqual({});
  });
});

test("+, − and Remove change quantities, totals and the stored cart, within the stock", async ({
  page,
  makeProduct,
}) => {
  await test.step("+ and − change the quantity, the totals, the badge and what is stored, and − ends at one", async () => {
    const product = await makeProduct({ price: 700, stock: 9 });
    await visitWith(page, "/cart", { cart: [lineOf(product)] });
    const more = page.getByRole("button", { name: `One more ${product.title}` });
    const less = page.getByRole("button", { name: `One less ${product.title}` });
    const quantity = page.getByRole("group", { name: "Quantity of" }).getByRole("status");
    await expect(less).toBeDisabled();

    await more.click();
    await more.click();
    await expect(quantity).toHaveText("3");
    await expect(amount(page, "Total")).toHaveText("₹2,100");
    await expect(page.getByRole("link", { name: "Cart, 3 items" })).toBeVisible();
    expect((await storedCart(page))[0]!.qty).toBe(3);

    await less.click();
    await expect(quantity).toHaveText("2");
    await page.reload();
    await expect(quantity).toHaveText("2");
    await expect(page.getByText("in stock")).toHaveCount(0);
  });
  await test.step("a product's quantity is limited to the stock and to ten pieces, with the reason; sessions have no stock", async () => {
    const [few, many] = [await makeProduct({ stock: 2 }), await makeProduct({ stock: 50 })];
    const session = { ...packageLine, qty: 998 };
    await visitWith(page, "/cart", { cart: [lineOf(few), lineOf(many, { qty: 10 }), session] });
    const more = page.getByRole("button", { name: `One more ${few.title}` });
    await more.click();
    await expect(more).toBeDisabled();
    await expect(more).toHaveAccessibleDescription("There are only 2 in stock.");
    await expect(page.getByText("There are only 2 in stock.")).toBeVisible();
    await expect(more).toBeFocused();
    await page.keyboard.press("Enter");
    expect((await storedCart(page))[0]!.qty).toBe(2);
    await page.getByRole("button", { name: `One less ${few.title}` }).click();
    await expect(page.getByText("There are only 2 in stock.")).toHaveCount(0);

    const most = page.getByRole("button", { name: `One more ${many.title}` });
    await expect(most).toBeDisabled();
    await expect(most).toHaveAccessibleDescription("An order can have at most 10 pieces of one product.");
    const moreSessions = page.getByRole("button", { name: "One more Deep Dive (Audio)" });
    await moreSessions.click();
    await expect(moreSessions).toBeDisabled();
    // 900 and 9,000 for the pieces, 17,98,200 for the sessions.
    await expect(amount(page, "Total")).toHaveText("₹18,08,100");

    await visit(page, `/product/${many._id}`);
    const add = page.getByRole("main").getByRole("button", { name: "Exchange Energy" });
    await expect(add).toBeDisabled();
    await expect(add).toHaveAccessibleDescription(/10 pieces, the most of one product/);
  });
  await test.step("Remove deletes every line with that id and moves the focus to the next line's button; the last one leaves the empty state", async () => {
    const [first, second] = [await makeProduct(), await makeProduct()];
    const [session, twin] = [packageLine, { ...packageLine, itemType: "course", title: "Twin of another type" }];
    await visitWith(page, "/cart", { cart: [session, twin, lineOf(first), lineOf(second)] });
    await expect(rows(page)).toHaveCount(4);
    await page.getByRole("button", { name: `Remove ${session.title}` }).click();
    await expect(rows(page)).toHaveCount(2);
    expect(await storedCart(page)).toEqual([lineOf(first), lineOf(second)]);
    await expect(page.getByText(`${session.title} was removed`)).toBeVisible();

    await page.getByRole("button", { name: `Remove ${first.title}` }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Remove ${second.title}` })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await expect(page.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    expect(await storedCart(page)).toEqual([]);
  });
});

test("a cart in all its states is accessible, loads without layout shift, and nothing is cut off", async ({
  page,
  request,
  makeProduct,
}) => {
  const sold = lineOf(await makeProduct({ stock: 0 }));
  const last = lineOf(await makeProduct({ stock: 1 }), { price: 1 });
  const good = lineOf(await demoProduct(request, ({ images, stock }) => images.length > 0 && stock > 1));
  await test.step("an empty cart links to the courses, and the page is noindex", async () => {
    const response = await visit(page, "/cart");
    expect(response.status()).toBe(200);
    await expect(page).toHaveTitle("Your Cart | Nakshatra");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expect(page.getByRole("heading", { level: 1, name: "Your Cart", exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Your cart is empty", exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Browse Courses" })).toHaveAttribute("href", "/courses");
    await expect(page.getByRole("heading", { name: "Order Summary" })).toHaveCount(0);
    await expectAccessibleAndFits(page);
  });
  await test.step("a cart with changes is accessible", async () => {
    await visitWith(page, "/cart", { cart: [last, packageLine, sold] });
    await expect(page.getByText("Sold out.")).toHaveCount(1);
    await expectAccessibleAndFits(page);
  });
  await test.step("a filled cart loads without layout shift", async () => {
    await storeCart(page, [good, packageLine]);
    const shift = await watchShifts(page);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await visit(page, "/cart");
      await expect(rows(page)).toHaveCount(2);
      await page.waitForLoadState("networkidle");
      expect(await shift(), `${width} px`).toBeLessThan(0.05);
      expect(await sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
    }
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the cart page says how to order by phone", async ({ page }) => {
    await page.goto("/cart");
    await expect(page.getByRole("heading", { level: 1, name: "Your Cart" })).toBeVisible();
    const sentence = page.getByRole("main").locator("noscript p");
    await expect(sentence).toBeVisible();
    await expect(sentence).toHaveText(/The cart needs JavaScript\. Without it, order by phone: \+\d+/);
    await expect(page.getByRole("main").getByText("Your cart is empty")).toBeHidden();
  });
});

test("a line of a product that has got sizes asks for one, and the checkout refuses the cart until then", async ({
  page,
  request,
  makeProduct,
}) => {
  const other = lineOf(await makeProduct({ price: 300 }));
  const sizes = ["12", "14"].map((name) => ({ name, stock: 2 }));
  const ring = await makeProduct({ price: 900, sizes });
  const customer = await goToCheckout(page, request, [other, lineOf(ring)]);
  await expect(payButton(page)).toHaveText("Pay ₹300");
  await page.getByLabel("Address (optional)").fill(SHIPPING.address);
  await payButton(page).click();
  await expectToast(page, "Choose a size.");
  await expect(summary(page).getByRole("link", { name: "Choose a size" })).toBeFocused();
  expect(await ordersOf(request, customer)).toEqual([]);

  await visit(page, "/cart");
  await expect(rowOf(page, ring.title)).toContainText("Until then it is not counted in the total.");
  await expect(amount(page, "Total")).toHaveText("₹300");
  await expectAccessibleAndFits(page);
  await rowOf(page, ring.title).getByRole("link", { name: "Choose a size" }).click();
  await expect(page).toHaveURL(`/product/${ring._id}`);
  await page.getByRole("radio", { name: "14" }).check();
  await buyButton(page).click();
  await visit(page, "/cart");
  await expect(rowOf(page, `${ring.title} (14)`)).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(amount(page, "Total")).toHaveText("₹1,200");
});
