import type { Course } from "../../src/contracts/catalogue/course.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import { amount, buyButton, lineOf, packageLine, rowOf, rows, storedCart } from "./support/cart.ts";
import { expectToast, goToCheckout, ordersOf, payButton, SHIPPING, summary } from "./support/checkout.ts";
import { controlsEverUnderCart, sidewaysScroll, watchShifts } from "./support/checks.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { visitWith } from "./support/visit.ts";

type Asking = { get(path: string): Promise<{ json(): Promise<unknown> }> };

/** The first record that meets the condition; other tests may have created some that do not. */
const one = async <T>(request: Asking, path: string, has: (record: T) => unknown) =>
  ((await (await request.get(path)).json()) as T[]).find(has)!;

test("each line shows picture, title, item type, quantity, unit price, line total and Remove; the summary adds them up; a filled cart loads without layout shift", async ({
  page,
  request,
  makeProduct,
}) => {
  const product = await demoProduct(request, ({ stock }) => stock >= 2);
  const course = await one<Course>(request, "/api/courses", ({ image }) => image);
  const expert = await one<Expert>(request, "/api/experts", ({ images, price }) => images[0] && price);
  const odd = await makeProduct({ price: 123456.5, stock: 5 });
  const rate = expert.videoPrice ?? expert.price ?? 0;
  const courseLine = { itemId: course._id, itemType: "course", title: course.title, price: course.offerPrice };
  const expertLine = { itemId: `${expert._id}-video-30`, itemType: "consultancy", price: rate * 30 };
  const cart = [
    lineOf(product, { qty: 2 }),
    { ...courseLine, image: course.image ?? "", qty: 1 },
    packageLine,
    { ...expertLine, title: `${expert.name} (Video, 30 min)`, image: expert.images[0] ?? "", qty: 1 },
    lineOf(odd, { qty: 3 }),
  ];
  const shift = await watchShifts(page);
  await visitWith(page, "/cart", { cart });

  const inRupees = (rupees: number) => {
    const digits = Number.isInteger(rupees) ? 0 : 2;
    return `₹${rupees.toLocaleString("en-IN", { minimumFractionDigits: digits, maximumFractionDigits: 2 })}`;
  };
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
    await expect(rowOf(page, odd.title).getByText("Line total ₹3,70,369.50")).toBeVisible();
    const sum = inRupees(cart.reduce((total, { price, qty }) => total + price * qty, 0));
    await expect(amount(page, "Subtotal")).toHaveText(sum);
    await expect(page.getByText("Tax & Fees", { exact: true })).toBeVisible();
    await expect(amount(page, "Tax & Fees")).toHaveText("₹0");
    await expect(amount(page, "Total")).toHaveText(sum);
    await expect(page.getByRole("link", { name: "Proceed to Checkout" })).toHaveAttribute("href", "/checkout");
  });
  await test.step("loads without layout shift and never scrolls sideways; the floating cart covers no control", async () => {
    expect(await shift(), "1280 px").toBeLessThan(0.05);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload({ waitUntil: "networkidle" });
    await expect(rows(page)).toHaveCount(5);
    expect(await shift(), "360 px").toBeLessThan(0.05);
    expect(await sidewaysScroll(page), "360 px").toBeLessThanOrEqual(0);
    expect(await controlsEverUnderCart(page, [360, 768])).toEqual({});
  });
});

test("+, − and Remove change quantities, totals and the stored cart, within the stock; the last line leaves the empty cart", async ({
  page,
  makeProduct,
}) => {
  const [product, few] = [await makeProduct({ price: 700, stock: 9 }), await makeProduct({ stock: 2 })];
  const many = await makeProduct({ stock: 50 });
  const session = { ...packageLine, qty: 998 };
  const twin = { ...packageLine, itemType: "course", title: "Twin of another type" };
  const cart = [lineOf(product), session, twin, lineOf(few), lineOf(many, { qty: 10 })];
  await visitWith(page, "/cart", { cart });
  await expect(rows(page)).toHaveCount(5);
  const more = (title: string) => page.getByRole("button", { name: `One more ${title}` });
  const less = (title: string) => page.getByRole("button", { name: `One less ${title}` });
  const quantity = page.getByRole("group", { name: `Quantity of ${product.title}` }).getByRole("status");
  await test.step("a product's quantity is limited to the stock and to ten pieces, with the reason; sessions have no stock", async () => {
    await more(few.title).click();
    await expect(more(few.title)).toBeDisabled();
    await expect(more(few.title)).toHaveAccessibleDescription("There are only 2 in stock.");
    await expect(page.getByText("There are only 2 in stock.")).toBeVisible();
    await expect(more(few.title)).toBeFocused();
    await page.keyboard.press("Enter");
    expect((await storedCart(page))[3]!.qty).toBe(2);
    await less(few.title).click();
    await expect(page.getByText("There are only 2 in stock.")).toHaveCount(0);

    await expect(more(many.title)).toBeDisabled();
    await expect(more(many.title)).toHaveAccessibleDescription("An order can have at most 10 pieces of one product.");
    await more(session.title).click();
    await expect(more(session.title)).toBeDisabled();
    // 700, 900 and 9,000 for the pieces, 17,98,200 for the sessions.
    await expect(amount(page, "Total")).toHaveText("₹18,08,800");
  });
  await test.step("+ and − change the quantity, the totals, the badge and what is stored, and − ends at one", async () => {
    await expect(less(product.title)).toBeDisabled();
    await more(product.title).click();
    await more(product.title).click();
    await expect(quantity).toHaveText("3");
    await expect(amount(page, "Total")).toHaveText("₹18,10,200");
    expect((await storedCart(page))[0]!.qty).toBe(3);
    await less(product.title).click();
    await expect(quantity).toHaveText("2");
  });
  await test.step("Remove deletes every line with that id", async () => {
    await page.getByRole("button", { name: `Remove ${session.title}` }).click();
    await expect(rows(page)).toHaveCount(3);
    expect((await storedCart(page)).map(({ itemId, qty }) => [itemId, qty])).toEqual([
      [product._id, 2],
      [few._id, 1],
      [many._id, 10],
    ]);
    await expect(page.getByText(`${session.title} was removed`)).toBeVisible();
    await expect(page.getByRole("link", { name: "Cart, 13 items" })).toBeVisible();
  });
  await test.step("the page of a product knows how many are in the cart", async () => {
    await rowOf(page, many.title).getByRole("link", { name: many.title }).click();
    const add = page.getByRole("main").getByRole("button", { name: "Exchange Energy" });
    await expect(add).toBeDisabled();
    await expect(add).toHaveAccessibleDescription(/10 pieces, the most of one product/);
    await page.goBack();
    await expect(quantity).toHaveText("2");
  });
  await test.step("Remove moves the focus to the next line's button; the last one leaves the empty state", async () => {
    await page.getByRole("button", { name: `Remove ${product.title}` }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Remove ${few.title}` })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Remove ${many.title}` })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    expect(await storedCart(page)).toEqual([]);
    await expect(page).toHaveTitle("Your Cart | Nakshatra");
    await expect(page.getByRole("heading", { level: 1, name: "Your Cart", exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Your cart is empty", exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Browse Courses" })).toHaveAttribute("href", "/courses");
    await expect(page.getByRole("heading", { name: "Order Summary" })).toHaveCount(0);
    await expectAccessible(page);
  });
});

test("a line of a product that has got sizes asks for one, and the checkout refuses the cart until then; a cart with changes is accessible", async ({
  page,
  request,
  makeProduct,
}) => {
  const other = lineOf(await makeProduct({ price: 300 }));
  const sizes = ["12", "14"].map((name) => ({ name, stock: 2 }));
  const ring = await makeProduct({ price: 900, sizes });
  const sold = lineOf(await makeProduct({ stock: 0 }));
  const last = lineOf(await makeProduct({ price: 100, stock: 1 }), { price: 1 });
  const customer = await goToCheckout(page, request, [other, lineOf(ring)]);
  await expect(payButton(page)).toHaveText("Pay ₹300");
  await page.getByLabel("Address (optional)").fill(SHIPPING.address);
  await payButton(page).click();
  await expectToast(page, "Choose a size.");
  await expect(summary(page).getByRole("link", { name: "Choose a size" })).toBeFocused();
  expect(await ordersOf(request, customer)).toEqual([]);

  await visitWith(page, "/cart", { cart: [other, lineOf(ring), last, packageLine, sold] });
  await expect(rowOf(page, ring.title)).toContainText("Until then it is not counted in the total.");
  await expect(page.getByText("Sold out.")).toHaveCount(1);
  await expect(amount(page, "Total")).toHaveText("₹2,200");
  await expectAccessibleAndFits(page);
  await rowOf(page, ring.title).getByRole("link", { name: "Choose a size" }).click();
  await expect(page).toHaveURL(`/product/${ring._id}`);
  await page.getByRole("radio", { name: "14" }).check();
  await buyButton(page).click();
  await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).click();
  await expect(rowOf(page, `${ring.title} (14)`)).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await expect(amount(page, "Total")).toHaveText("₹3,100");
});
