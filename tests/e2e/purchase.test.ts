import type { APIRequestContext, Page } from "@playwright/test";
import type { Course } from "../../src/contracts/course.ts";
import type { Expert } from "../../src/contracts/expert.ts";
import { fillForm, makeCustomer, pressMain } from "./support/account.ts";
import { storedCart } from "./support/cart.ts";
import { expectPaid, expectToast, form, ordersOf, PAID, payButton, payInPopup } from "./support/checkout.ts";
import { sidewaysScroll } from "./support/checks.ts";
import { demoProduct, test } from "./support/own-products.ts";
import { expect } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const main = (page: Page) => page.getByRole("main");
const list = async <T>(request: APIRequestContext, kind: string) =>
  (await (await request.get(`/api/${kind}`)).json()) as T[];

/** Navigates through the header or the mobile menu, without a reload. */
async function follow(page: Page, name: string) {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) {
    await menu.click();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name, exact: true }).click();
  } else {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  }
}

async function search(page: Page, words: string) {
  await main(page).getByRole("searchbox").fill(words);
  await main(page).getByRole("article").getByRole("link", { name: words }).click();
}

const added = (page: Page) => expectToast(page, "Added to your cart: 1 of this");

/** Runs in the page, which may have dismissed the toast already. */
function toastCoversTick() {
  const toast = document.querySelector(".toast")?.getBoundingClientRect();
  const tick = document.querySelector("main header svg")!.getBoundingClientRect();
  return toast !== undefined && toast.left < tick.right && toast.top < tick.bottom;
}

for (const width of [360, 1280]) {
  test(`${width} px wide: buys a product, a course, a package and an expert session, from home to paid`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    const stone = await demoProduct(request, ({ stock }) => stock > 3);
    const course = (await list<Course>(request, "courses"))[0]!;
    const expert = (await list<Expert>(request, "experts")).find(({ price }) => price !== null)!;
    const hour = (expert.audioPrice ?? expert.price!) * 60;
    const total = stone.offerPrice + course.offerPrice + 1800 + hour;
    const customer = await makeCustomer(request);

    await visit(page, "/");
    await page.getByRole("article", { name: "Deep Dive" }).getByRole("button", { name: "Add to Cart" }).click();
    await added(page);

    await follow(page, "Products");
    await search(page, stone.title);
    await main(page).getByRole("button", { name: "Exchange Energy" }).click();
    await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();

    await follow(page, "Courses");
    await search(page, course.title);
    await main(page).getByRole("button", { name: "Exchange Energy" }).click();
    await expect(page.getByRole("link", { name: "Cart, 3 items" })).toBeVisible();

    await follow(page, "Our Experts");
    await main(page).getByRole("link", { name: expert.name }).first().click();
    await main(page)
      .getByRole("button", { name: /^Audio/ })
      .click();
    const duration = page.getByRole("dialog", { name: "Choose Duration" });
    await duration.getByText("60 minutes").click();
    await duration.getByRole("button", { name: "Add to cart" }).click();
    await expect(page.getByRole("link", { name: "Cart, 4 items" })).toBeVisible();

    await page.getByRole("link", { name: "Cart, 4 items" }).click();
    await main(page).getByRole("link", { name: "Proceed to Checkout" }).click();
    await expect(page).toHaveURL("/login?next=/checkout");
    await fillForm(page, { email: customer.email, password: customer.password });
    await pressMain(page, "Login");

    await form(page).getByLabel("Address (optional)").fill("12 Tara Marg\nNagpur 440010");
    await expect(payButton(page)).toHaveText(`Pay ₹${total.toLocaleString("en-IN")}`);
    await expect(payButton(page)).toBeInViewport();
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    await payButton(page).click();
    await payInPopup(page);

    await expectToast(page, PAID);
    const id = await expectPaid(page);
    expect(await page.evaluate(toastCoversTick)).toBe(false);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    for (const region of ["Your course access", "Your consultation", "Your pieces"])
      await expect(page.getByRole("region", { name: region })).toBeVisible();
    expect(await storedCart(page)).toEqual([]);
    const orders = await ordersOf(request, customer);
    expect(orders).toMatchObject([{ _id: id, status: "paid", totalAmount: total }]);
    expect(orders[0]!.items.map(({ itemId }) => itemId).sort()).toEqual(
      ["Deep Dive-audio", stone._id, course._id, `${expert._id}-audio-60`].sort(),
    );
  });
}
