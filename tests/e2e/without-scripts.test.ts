import type { APIRequestContext, Page } from "@playwright/test";
import { noSchedule } from "../../src/contracts/appointments/schedule.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { cards, expectProducts } from "./support/visit.ts";

test.use({ javaScriptEnabled: false });

// Addresses of the product list: tests/integration/html-products.test.ts.
test("on a phone without scripts, lists are filtered, sizes and times are chosen by forms, and pages hide what needs scripts", async ({
  page,
  request,
  ownerToken,
  makeProduct,
  makeRecord,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await test.step("chips, pages, search and filters of the product list", () => filterProducts(page, request));
  await test.step("a product page shows everything except controls that need scripts", () =>
    readProduct(page, request));
  const sizes = [
    { name: "12", stock: 2 },
    { name: "14", stock: 9, price: 1200 },
  ];
  const ring = await makeProduct({ price: 900, sizes });
  await test.step("a size is chosen by a form, and the page shows its price and stock", () => chooseSize(page, ring));
  const expert = await makeRecord("experts", { price: 20 });
  const byPhone = await makeRecord("experts", { price: 20 });
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 10 * 60, minutes: 10 * 60 }));
  await request.put(`/api/experts/${expert._id}/schedule`, {
    headers: { authorization: `Bearer ${ownerToken}` },
    data: { ...noSchedule, hours, horizonDays: 40, version: 0 },
  });
  await test.step("a time of an expert is chosen with links and forms, and the page shows it with a phone link", () =>
    chooseTime(page, expert));
  await test.step("unknown values in the address of the times are ignored; some experts are booked by phone", async () => {
    const reply = await request.get(`/experts/${expert._id}/times?from=2026-02-31&day=x&at=y&minutes=7&mode=z`);
    expect(reply.status()).toBe(200);
    expect(reply.headers()["cache-control"]).not.toContain("public");
    expect(await (await request.get(`/experts/${byPhone._id}/times`)).text()).toMatch(
      /We agree on the time of a session with .* by phone/,
    );
  });
});

async function filterProducts(page: Page, request: APIRequestContext) {
  await page.goto("/products");
  await expect(cards(page)).toHaveCount(6);
  await expect(page.getByRole("button", { name: "Filters" })).toBeHidden();
  await page
    .getByRole("navigation", { name: "Categories", exact: true })
    .getByRole("link", { name: "Jewellery" })
    .click();
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/products/jewellery?page=2");
  await expect(page.locator("[aria-current=page]", { hasText: "2" })).toBeVisible();

  await page.getByRole("searchbox", { name: "Search products" }).fill("rose quartz");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL("/products/jewellery?q=rose+quartz");
  await expect(page.getByRole("searchbox")).toHaveValue("rose quartz");
  await page.getByRole("link", { name: "Rings" }).click();
  await expect(page).toHaveURL("/products/jewellery/rings?q=rose+quartz");
  await expect(page.getByRole("heading", { level: 1, name: "Rings" })).toBeVisible();
  await cards(page).filter({ hasText: "Rose Quartz Ring" }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Rose Quartz Ring, Adjustable" })).toBeVisible();

  await page.goto("/products");
  const form = page.getByRole("form", { name: "Filters" });
  await form.getByLabel("Sort").selectOption("Price: high to low");
  await form.getByLabel("Stone").selectOption("Amethyst (9)");
  await form.getByRole("button", { name: "Apply" }).click();
  const found = await request.get("/api/products?limit=6&sort=price_down&stone=Amethyst");
  await expectProducts(
    page,
    ((await found.json()) as { title: string }[]).map((one) => one.title),
  );
  await page.getByRole("searchbox").fill("ring");
  await page.getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(/(?=.*sort=price_down)(?=.*stone=Amethyst).*q=ring/);
}

async function readProduct(page: Page, request: APIRequestContext) {
  const product = await demoProduct(request, ({ images, stock }) => images.length === 4 && stock > 3);
  await page.goto(`/product/${product._id}`);
  await expect(page.getByRole("heading", { level: 1, name: product.title })).toBeVisible();
  await expect(page.getByRole("region", { name: "About this Product", exact: true })).toContainText(
    product.description.slice(-60),
  );
  await expect(page.getByText("In stock")).toBeVisible();
  for (const name of ["Exchange Energy", "Menu", /Open cart/]) {
    await expect(page.getByRole("button", { name })).toBeHidden();
  }
  const instead = "The cart needs JavaScript. Without it, order by phone";
  await expect(page.locator("noscript p", { hasText: instead })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Connect" })).toBeVisible();
  await expect(page.locator("form [name=message]")).toBeHidden();
  const enquire = page.getByRole("region", { name: "Enquire about this product" });
  await expect(enquire.locator("noscript p")).toBeVisible();
  await expect(enquire.getByRole("link", { name: "Phone" })).toBeVisible();
  for (let view = 1; view <= 4; view++) {
    await page.getByRole("link", { name: `View ${view} of 4`, exact: true }).click();
    const picture = page.getByRole("img", { name: `${product.title}, view ${view} of 4` });
    await expect(picture).toBeInViewport();
    const source = await picture.getAttribute("src");
    expect((await request.get(source!)).headers()["content-type"]).toBe("image/webp");
  }
}

async function chooseTime(page: Page, expert: Expert) {
  await page.goto(`/experts/${expert._id}`);
  await page.getByRole("link", { name: "See all times" }).click();
  const session = page.getByRole("form", { name: "Session" });
  await session.getByLabel("Video").check();
  await session.getByLabel("90 minutes").check();
  await session.getByRole("button", { name: "Show times" }).click();
  const days = page.getByRole("list", { name: "Days" }).getByRole("link");
  await days.filter({ hasText: "Later" }).click();
  await expect(days.first()).toHaveText("Earlier");
  const day = await days.nth(1).locator("span").first().textContent();
  await days.nth(1).click();
  const times = page.getByRole("form", { name: `Times on ${day}` });
  await times.getByRole("group", { name: "Morning" }).getByLabel("11:00 am").check();
  await expect(times.getByRole("button", { name: "Add to cart" })).toBeHidden();
  await times.getByRole("button", { name: "Choose this time" }).click();
  const chosen = page.getByRole("region", { name: "Your time" });
  await expect(chosen).toContainText(`${day}, 11:00 am IST`);
  await expect(chosen).toContainText(`${expert.name} (Video, 90 min), ₹1,800`);
  await expect(chosen.getByRole("link")).toHaveAttribute("href", /^tel:/);
  await expect(times.getByLabel("11:00 am")).toBeChecked();
}

async function chooseSize(page: Page, { _id, variants }: Product) {
  await page.goto(`/product/${_id}`);
  const piece = page.getByRole("main").getByRole("article").first();
  await expect(piece.getByText("₹900", { exact: true })).toBeVisible();
  for (const [name, price, stock] of [
    ["14", "₹1,200", "In stock"],
    ["12", "₹900", "Only 2 left"],
  ] as const) {
    await page.getByRole("radio", { name }).check();
    await page.getByRole("button", { name: "Show price and stock" }).click();
    await expect(page).toHaveURL(`/product/${_id}?variant=${variants!.find((size) => size.name === name)!._id}`);
    await expect(page.getByRole("radio", { name })).toBeChecked();
    await expect(piece.getByText(price, { exact: true })).toBeVisible();
    await expect(page.locator("#stock")).toHaveText(stock);
  }
}
