import { defaultSettings } from "../../site.config.ts";
import { noSchedule } from "../../src/contracts/appointments/schedule.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { cards, expectProducts } from "./support/visit.ts";

test.use({ javaScriptEnabled: false });

const leads = new Map(
  defaultSettings.categories.categories.flatMap((category) =>
    [category, ...category.subCategories].map(({ name, lead }) => [name, lead] as const),
  ),
);

const title = (name: string) => ({ level: 1, name, exact: true }) as const;

test("the URL of the product list selects category, subcategory and page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await test.step("a category or subcategory is found by its name or slug in any case and gives the list its title", async () => {
    for (const [path, name, count] of [
      ["/products/jewellery", "Jewellery", "Showing 1–6 of 24 pieces"],
      ["/products/palm-stone", "Palm Stone", "5 pieces"],
      ["/products/PALM-STONE", "Palm Stone", "5 pieces"],
      ["/products/palm%20stone", "Palm Stone", "5 pieces"],
      ["/products/Jewellery/NECKLACE", "Necklace", "4 pieces"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", title(name))).toBeVisible();
      await expect(page.getByText(count, { exact: true })).toBeVisible();
      await expect(page.getByText(leads.get(name)!, { exact: true })).toBeVisible();
    }
    // Everything fits on one page.
    await expect(page.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  });
  await test.step("a page beyond the last shows the last, and an invalid page shows the first", async () => {
    for (const [wanted, shown, count] of [
      ["13", "12", 2],
      ["99999999999", "1", 6],
      ["two", "1", 6],
    ] as const) {
      await page.goto(`/products?page=${wanted}`);
      await expect(page.getByRole("navigation", { name: "Pages" }).locator("[aria-current=page]")).toHaveText(shown);
      await expect(cards(page)).toHaveCount(count);
    }
  });
  await test.step("an unknown category shows Coming Soon and links to all products", async () => {
    for (const [path, name] of [
      ["/products/%3Cb%3Ebold%3C%2Fb%3E", "<b>bold</b>"],
      ["/products/jewellery/crowns", "Crowns"],
      ["/products/unicorn-horns", "Unicorn horns"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", title(name))).toBeVisible();
      await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
      await expect(page.getByText("Products for this category are on their way.")).toBeVisible();
    }
    await page.getByRole("link", { name: "See all products" }).click();
    await expect(page).toHaveURL("/products");
    await expect(cards(page)).toHaveCount(6);
  });
});

test("on a phone without scripts, chips, pages, search and filters work, and a product page shows everything except controls that need scripts", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
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
});

test("without scripts a time of an expert is chosen with links and forms, and the page shows it with a phone link", async ({
  page,
  request,
  ownerToken,
  makeRecord,
}) => {
  const [expert, byPhone] = [await makeRecord("experts", { price: 20 }), await makeRecord("experts", { price: 20 })];
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: 10 * 60, minutes: 10 * 60 }));
  await request.put(`/api/experts/${expert._id}/schedule`, {
    headers: { authorization: `Bearer ${ownerToken}` },
    data: { ...noSchedule, hours, horizonDays: 40, version: 0 },
  });
  await page.setViewportSize({ width: 390, height: 844 });
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
  const response = await page.goto(`/experts/${expert._id}/times?from=2026-02-31&day=x&at=y&minutes=7&mode=z`);
  expect(response!.status()).toBe(200);
  expect(response!.headers()["cache-control"]).not.toContain("public");
  await page.goto(`/experts/${byPhone._id}/times`);
  await expect(page.getByRole("main").getByText("by phone")).toBeVisible();
});

test("without scripts a size is chosen by a form, and the page shows its price and stock", async ({
  page,
  makeProduct,
}) => {
  const sizes = [
    { name: "12", stock: 2 },
    { name: "14", stock: 9, price: 1200 },
  ];
  const { _id, variants } = await makeProduct({ price: 900, sizes });
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
});
