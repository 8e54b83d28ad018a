import { demoProduct, test, uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { cards, expectProducts, visit } from "./support/visit.ts";

const title = (name: string) => ({ level: 1, name, exact: true }) as const;

test("the product list has pages, categories, sort orders and filters, all kept in the URL; cards show prices and labels", async ({
  page,
  request,
  makeProduct,
}) => {
  await test.step("the product list is titled Our Products and shows six products, the newest first", async () => {
    const all = (await (await request.get("/api/products")).json()) as { title: string }[];
    expect(all).toHaveLength(68);

    await visit(page, "/products");

    await expect(page.getByRole("heading", title("Our Products"))).toBeVisible();
    await expectProducts(
      page,
      all.slice(0, 6).map((product) => product.title),
    );
    await expect(page.getByText("68 pieces")).toBeVisible();

    await test.step("the whole card links to the product", async () => {
      const newest = await demoProduct(request);
      const card = cards(page).filter({ hasText: newest.title });
      const box = (await card.boundingBox())!;
      for (const position of [
        { x: box.width / 2, y: box.width / 2 },
        { x: box.width - 20, y: box.height - 20 },
      ]) {
        await card.click({ position });
        await expect(page).toHaveURL(`/product/${newest._id}`);
        await expect(page.getByRole("heading", title(newest.title))).toBeVisible();
        await page.goBack();
        await expect(page).toHaveURL("/products");
        // The address changes before the list is rendered.
        await expect(page.getByRole("heading", title("Our Products"))).toBeVisible();
        await expect(card).toBeVisible();
      }
    });
  });
  await test.step("Prev, numbers and Next change the page, the current number is marked, and chips change the category", async () => {
    await page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "Jewellery" }).click();
    await expect(page.getByRole("heading", title("Jewellery"))).toBeVisible();
    const pages = page.getByRole("navigation", { name: "Pages" });
    const current = pages.locator("[aria-current=page]");
    const first = await cards(page).getByRole("link").allTextContents();
    await expect(current).toHaveText("1");
    await expect(pages.getByRole("link", { name: "Prev" })).toHaveCount(0);
    await expect(pages.getByRole("link")).toHaveText(["1", "2", "3", "4", "Next"]);

    await pages.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL("/products/jewellery?page=2");
    await expect(current).toHaveText("2");
    await expect(page.getByRole("heading", title("Jewellery"))).toBeInViewport();
    const second = await cards(page).getByRole("link").allTextContents();
    expect(second).toHaveLength(6);
    expect(second.filter((name) => first.includes(name))).toEqual([]);

    await pages.getByRole("link", { name: "Page 4" }).click();
    await expect(page).toHaveURL("/products/jewellery?page=4");
    await expect(current).toHaveText("4");
    await expect(pages.getByRole("link", { name: "Next" })).toHaveCount(0);

    await pages.getByRole("link", { name: "Prev" }).click();
    await expect(page).toHaveURL("/products/jewellery?page=3");
    await page.goBack();
    await expect(current).toHaveText("4");

    await test.step("the pages of a search in a category keep the category and the search", async () => {
      await page.getByRole("searchbox").fill("quartz");
      await expect(page).toHaveURL("/products/jewellery?q=quartz");
      await page.getByRole("link", { name: "Page 2" }).click();
      await expect(page).toHaveURL("/products/jewellery?page=2&q=quartz");
      await expect(page.getByRole("heading", title("Jewellery"))).toBeVisible();
      await expect(page.getByRole("searchbox")).toHaveValue("quartz");
    });
    await test.step("a category chip starts at page 1, keeps the search and offers the category's subcategories", async () => {
      const categories = page.getByRole("navigation", { name: "Categories", exact: true });
      await page.getByRole("searchbox").fill("rose");
      await categories.getByRole("link", { name: "All" }).click();
      await expect(page).toHaveURL("/products?q=rose");
      await page.getByRole("link", { name: "Page 2" }).click();
      await expect(page).toHaveURL("/products?page=2&q=rose");
      await expect(categories.getByRole("link")).toHaveText(
        "All Jewellery Tumbles Tower Idols Palm_Stone Rudraksh Pyramids Mushrooms Sphere Pendulum"
          .split(" ")
          .map((name) => name.replace("_", " ")),
      );

      await categories.getByRole("link", { name: "Jewellery" }).click();
      await expect(page).toHaveURL("/products/jewellery?q=rose");
      await expect(categories.locator("[aria-current]")).toHaveText("Jewellery");
      const subCategories = page.getByRole("navigation", { name: "Jewellery subcategories" });
      await expect(subCategories.getByRole("link")).toHaveText([
        ..."All Rings Bracelets Anklets Pendants Necklace".split(" "),
      ]);
      await expect(subCategories.locator("[aria-current]")).toHaveText("All");

      await subCategories.getByRole("link", { name: "Rings" }).click();
      await expect(page).toHaveURL("/products/jewellery/rings?q=rose");
      await expect(page.getByRole("heading", title("Rings"))).toBeVisible();
      await expect(subCategories.locator("[aria-current]")).toHaveText("Rings");

      await test.step("another category resets the subcategory", async () => {
        await categories.getByRole("link", { name: "Rudraksh" }).click();
        await expect(page).toHaveURL("/products/rudraksh?q=rose");
        await expect(page.getByRole("heading", title("Rudraksh"))).toBeVisible();
        await categories.getByRole("link", { name: "Jewellery" }).click();
        await expect(page).toHaveURL("/products/jewellery?q=rose");
        await expect(subCategories.locator("[aria-current]")).toHaveText("All");
      });
    });
  });
  await test.step("products are sorted and filtered: at once on wide screens, together in the sheet", async () => {
    const titlesOf = async (query: string) => {
      const found = (await (await request.get(`/api/products?limit=6&${query}`)).json()) as { title: string }[];
      return found.map(({ title }) => title);
    };
    const filters = page.getByRole("form", { name: "Filters" });

    await visit(page, "/products?page=2");
    await filters.getByLabel("Sort").selectOption("Price: low to high");
    await expect(page).toHaveURL("/products?sort=price_up");
    await expectProducts(page, await titlesOf("sort=price_up"));

    await test.step("category and search keep the order and the filters", async () => {
      await filters.getByLabel("Stone").selectOption("Clear quartz (7)");
      await expect(page).toHaveURL("/products?sort=price_up&stone=Clear+quartz");
      await expectProducts(page, await titlesOf("sort=price_up&stone=Clear+quartz"));
      await page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "Tower" }).click();
      await expect(page).toHaveURL("/products/tower?sort=price_up&stone=Clear+quartz");
      await page.getByRole("searchbox").fill("quartz");
      await expect(page).toHaveURL(/\/products\/tower\?(?=.*sort=price_up)(?=.*stone=Clear\+quartz).*q=quartz/);
      await page.getByRole("link", { name: "Clear filters" }).click();
      await expect(page).toHaveURL("/products/tower?q=quartz&sort=price_up");
    });

    await test.step("price and stock filters apply at once and can be cleared", async () => {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Products" }).click();
      await expect(page).toHaveURL("/products");
      await expect(page.getByText("Showing 1–6 of 68 pieces")).toBeVisible();
      await filters.getByLabel("From ₹").fill("5000");
      await filters.getByLabel("From ₹").press("Enter");
      await expect(page).toHaveURL("/products?minPrice=5000");
      await filters.getByLabel(/^In stock only/).check();
      await expect(page).toHaveURL("/products?minPrice=5000&inStock=true");
      await expectProducts(page, await titlesOf("minPrice=5000&inStock=true"));
      // A price below every other filter's leaves nothing.
      await filters.getByLabel("To ₹").fill("6");
      await filters.getByLabel("To ₹").press("Tab");
      await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
      await page.getByRole("main").getByRole("link", { name: "Clear filters" }).last().click();
      await expect(page).toHaveURL("/products");
      await expect(filters.getByLabel("From ₹")).toHaveValue("");
    });

    await test.step("on a phone the filters apply together in a sheet", async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole("button", { name: "Filters" }).click();
      const sheet = page.getByRole("dialog", { name: "Filters" });
      await sheet.getByLabel("Sort").selectOption("Price: high to low");
      await sheet.getByLabel("Origin").selectOption("Brazil (19)");
      await sheet.getByLabel("To ₹").fill("900");
      await sheet.getByRole("button", { name: "Apply" }).click();
      await expect(page).toHaveURL("/products?sort=price_down&maxPrice=900&origin=Brazil");
      await expectProducts(page, await titlesOf("sort=price_down&maxPrice=900&origin=Brazil"));
      await expect(page.getByRole("button", { name: /Filters.*3 chosen/ })).toBeVisible();
    });
  });
  await test.step("a card strikes the price through only when the offer is lower, and shows Top Selling and Sold out only when they apply", async () => {
    const word = uniqueWord();
    await makeProduct({ title: `${word} reduced`, price: 123456, offerPrice: 99999.5 });
    await makeProduct({ title: `${word} same`, price: 700, offerPrice: 700 });
    await makeProduct({ title: `${word} plain`, price: 800 });
    await makeProduct({ title: `${word} loved`, topSelling: true });
    await makeProduct({ title: `${word} gone`, stock: 0 });

    await visit(page, `/products?q=${word}`);

    await expect(cards(page)).toHaveCount(5);
    const reduced = cards(page).filter({ hasText: "reduced" });
    await expect(reduced.getByText("₹99,999.50", { exact: true })).toBeVisible();
    await expect(reduced.locator("s")).toHaveText("₹1,23,456");
    for (const [name, price] of [
      ["same", "₹700"],
      ["plain", "₹800"],
    ] as const) {
      const card = cards(page).filter({ hasText: name });
      await expect(card.getByText(price, { exact: true })).toHaveCount(1);
      await expect(card.locator("s")).toHaveCount(0);
    }

    const loved = cards(page).filter({ hasText: "loved" });
    const gone = cards(page).filter({ hasText: "gone" });
    await expect(loved.getByText("Top Selling")).toBeVisible();
    await expect(loved.getByText("Sold out")).toHaveCount(0);
    await expect(gone.getByText("Sold out")).toBeVisible();
    await expect(gone.getByText("Top Selling")).toHaveCount(0);
  });
});
