import { expectAccessible } from "./support/accessibility.ts";
import { buyButton, rows, storedCart } from "./support/cart.ts";
import { goToCheckout, summary } from "./support/checkout.ts";
import { test, uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { cards, tabTo, visit } from "./support/visit.ts";

const h1 = (name: string) => ({ level: 1, name, exact: true }) as const;

test("a product page shows its details, texts and stock, and offers a quantity and related pieces", async ({
  page,
  shop,
  makeProduct,
}) => {
  const [stone, category] = [uniqueWord(), { category: "Jewellery", subCategory: "Rings" }];
  const title = `Ring ${uniqueWord()}`;
  const start = `${"A stone to hold. ".repeat(11)}twelve`;
  const description = `${start} characters more.\nA second line.\n\nA second paragraph.`;
  const { _id } = await makeProduct({
    ...{ title, ...category, price: 150000, offerPrice: 123456.5, originCountry: "Brazil", certificate: "Lab report" },
    ...{ stone, size: "9 by 7 mm stone", stock: 3, description },
  });
  const twin = await makeProduct({ title: `Twin ${uniqueWord()}`, stone, category: "Tower" });
  const soldOutTwin = await makeProduct({ title: `Gone ${uniqueWord()}`, stone, stock: 0 });
  const piece = page.getByRole("main").getByRole("article").first();
  const about = page.getByRole("region", { name: "About this Product", exact: true });
  const add = page.getByRole("button", { name: "Exchange Energy" });
  await visit(page, `/product/${_id}`);

  await test.step("it shows title, price, notices and trust", async () => {
    await expect(page.getByRole("heading", h1(title))).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Nakshatra`);
    await expect(piece.getByText("₹1,23,456.50", { exact: true })).toBeVisible();
    await expect(piece.locator("s")).toHaveText("₹1,50,000");
    await expect(page.getByRole("region", { name: "Important Information" }).getByRole("listitem")).toHaveText([
      "No cancellation",
      "No refund",
      "No return/exchange",
    ]);
    const trust = page.getByRole("region", { name: "Buy with confidence" });
    await expect(trust.getByRole("definition")).toHaveText([
      /damaged, or is not the one you ordered, tell us within 48 hours/,
      "Lab report. Origin: Brazil",
      /wrapped/,
      /^Devika Anand Rao, Nakshatra, 12 Tara Marg.*\+91 90000 00000$/,
    ]);
    const preview = page.locator('meta[property="og:image"]');
    await expect(preview).toHaveAttribute("content", `${shop.url}/og/products/${_id}.jpg?v=1`);
  });
  await test.step("a long description is cut after 200 characters in the summary, and complete below", async () => {
    await expect(page.getByText(`${description.slice(0, 200)}…`, { exact: true })).toBeVisible();
    expect(await about.innerText()).toContain(description);
  });
  await test.step("Share opens the device's dialog, and without one WhatsApp", async () => {
    const share = piece.getByRole("link", { name: "Share" });
    await expect(share).toHaveAttribute("href", `https://wa.me/?text=${encodeURIComponent(`${title} ${page.url()}`)}`);
    await page.evaluate(() => {
      navigator.share = async (data) => document.documentElement.setAttribute("data-shared", JSON.stringify(data));
    });
    await share.click();
    await expect(page.locator("html")).toHaveAttribute("data-shared", JSON.stringify({ title, url: page.url() }));
  });
  await test.step("it has ways to pay, the size beside a coin, a ring size guide and related pieces", async () => {
    await expect(page.locator("#stock")).toHaveText("Only 3 left");
    await expect(page.getByText("9 by 7 mm, beside a ₹10 coin")).toBeVisible();
    await expect(page.getByRole("list", { name: "Ways to pay" }).getByRole("listitem").first()).toHaveText("UPI");
    await page.getByText("Find your ring size").click();
    await expect(page.getByRole("row", { name: "14 54 17.2" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Same stone" }).getByRole("link")).toHaveText([twin.title]);
    const others = page.getByRole("region", { name: "You may also like" }).getByRole("link");
    await expect(others).toHaveCount(4);
    for (const shown of [title, twin.title, soldOutTwin.title])
      await expect(others.filter({ hasText: shown })).toHaveCount(0);
  });
  await test.step("a quantity is chosen, within the stock", async () => {
    const quantity = page.getByLabel("Quantity");
    await quantity.selectOption("2");
    await add.click();
    await expect(page.getByText("2 in your cart")).toBeVisible();
    // Only one piece is left, so there is no quantity to choose.
    await expect(quantity).toHaveCount(0);
    await add.click();
    await expect(page.getByText("Your cart already holds all 3 pieces in stock.")).toBeVisible();
    await expect(add).toBeDisabled();
    await expect(add).toHaveAccessibleDescription("Your cart already holds all 3 pieces in stock.");
    await page
      .getByRole("region", { name: "Same stone" })
      .getByRole("button", { name: `Add ${twin.title} to cart` })
      .click();
    await expect(page.getByRole("button", { name: "Open cart, 4 items" })).toBeVisible();
  });
  await test.step("it links to its category", async () => {
    const way = page.getByRole("navigation", { name: "Breadcrumb" });
    await expect(way.getByRole("listitem")).toHaveText([/^Products/, /^Jewellery/, title]);
    await expect(way.getByRole("link", { name: "Jewellery" })).toHaveAttribute("href", "/products/jewellery");
    await expect(piece.getByRole("link", { name: "Jewellery" })).toHaveAttribute("href", "/products/jewellery");
    await piece.getByRole("link", { name: "Rings" }).click();
    await expect(page).toHaveURL("/products/jewellery/rings");
    await expect(page.getByRole("heading", h1("Rings"))).toBeVisible();
  });
  await test.step("HTML is shown as text, a description of exactly 200 characters is not cut, and the only piece is bought once", async () => {
    const evil = `</script><script>document.documentElement.dataset.ran = "yes"</script>`;
    const title = `<b>Bold</b> ${uniqueWord()} ${evil}`;
    const markup = `<img src="/nowhere" onerror="document.documentElement.dataset.ran='yes'"> & <i>more</i> ${evil}`;
    const description = markup.padEnd(200, "x");
    expect(description).toHaveLength(200);
    const only = await makeProduct({ title, description, stock: 1 });
    await visit(page, `/product/${only._id}`);
    await expect(page.getByRole("heading", h1(title))).toBeVisible();
    await expect(page.getByText(description, { exact: true })).toHaveCount(2);
    await expect(about).toContainText(description);
    await expect(page).toHaveTitle(`${title} | Nakshatra`);
    await expect(page.locator("html")).not.toHaveAttribute("data-ran");
    const data = await page.locator("script[type='application/ld+json']").first().textContent();
    expect(JSON.parse(data!)).toMatchObject({ "@type": "Product", name: title });

    await expect(page.locator("#stock")).toHaveText("Only 1 left");
    await expect(add).toHaveAccessibleDescription("Only 1 left");
    await add.click();
    await expect(page.getByText("Your cart already holds the only piece in stock.")).toBeVisible();
  });
  await test.step("a sold-out piece cannot be bought; without a picture it shows a drawing of its category", async () => {
    const word = uniqueWord();
    await makeProduct({ title: word, category: "Pyramids", stock: 0 });
    await visit(page, `/products?q=${word}`);
    const card = page.getByRole("main").getByRole("article");
    await expect(card.locator("svg").first()).toBeVisible();
    await expect(card.getByRole("img")).toHaveCount(0);
    await card.getByRole("link", { name: word }).click();
    await expect(page.getByRole("heading", h1(word))).toBeVisible();
    await expect(page.locator("#stock")).toHaveText("Sold out");
    await expect(add).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Tell me when it is back" })).toBeVisible();
    expect((await piece.locator("svg").first().boundingBox())!.width).toBeGreaterThan(300);
    await expect(page.getByRole("link", { name: /Enlarge|View/ })).toHaveCount(0);
  });
});

const ring = {
  category: "Jewellery",
  subCategory: "Rings",
  price: 900,
  sizes: [
    { name: "12", stock: 2 },
    { name: "13", stock: 0 },
    { name: "14", stock: 9, price: 700 },
  ],
};

test("nothing is bought without a size; price, stock and cart follow the chosen one, by pointer and by keyboard", async ({
  page,
  makeProduct,
}) => {
  const { _id, title, variants } = await makeProduct({ ...ring, title: `Ring ${uniqueWord()}` });
  const [twelve, , fourteen] = variants!;
  await visit(page, `/product/${_id}`);
  const sizes = page.getByRole("group", { name: "Size" });
  const radio = (name: string) => sizes.getByRole("radio", { name });
  const piece = page.getByRole("main").getByRole("article").first();

  await test.step("no size is chosen at first, and pressing the button says so at the sizes", async () => {
    await expect(sizes.locator(":checked")).toHaveCount(0);
    await expect(piece.getByText("From₹700")).toBeVisible();
    await buyButton(page).click();
    await expect(sizes.getByRole("alert")).toHaveText("Choose a size.");
    await expect(sizes).toHaveAccessibleDescription("Choose a size.");
    await expect(radio("12")).toBeFocused();
    expect(await storedCart(page)).toEqual([]);
    await expectAccessible(page);
  });
  await test.step("a sold-out size is disabled, says so, and has a button to ask for it", async () => {
    await expect(radio("13 sold out")).toBeDisabled();
    await expect(sizes.getByRole("button", { name: "Tell me when 13 is back" })).toBeVisible();
  });
  await test.step("price, stock and quantity are those of the chosen size", async () => {
    await radio("12").check();
    await expect(sizes.getByRole("alert")).toHaveCount(0);
    await expect(piece.getByText("₹900", { exact: true })).toBeVisible();
    await expect(page.locator("#stock")).toHaveText("Only 2 left");
    await page.getByLabel("Quantity").selectOption("2");
    await buyButton(page).click();
    await expect(page.getByText("Your cart already holds all 2 pieces in stock.")).toBeVisible();
  });
  await test.step("the arrow keys skip the sold-out size, and another size is another line", async () => {
    await radio("12").focus();
    await page.keyboard.press("ArrowRight");
    await expect(radio("14")).toBeChecked();
    await expect(page.locator("#stock")).toHaveText("In stock");
    await tabTo(page, buyButton(page));
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 in your cart")).toBeVisible();
    expect(await storedCart(page)).toMatchObject([
      { itemId: `${_id}:${twelve!._id}`, title: `${title} (12)`, price: 900, qty: 2 },
      { itemId: `${_id}:${fourteen!._id}`, title: `${title} (14)`, price: 700, qty: 1 },
    ]);
  });
  await test.step("the address of the canonical page has no size; a link can choose one", async () => {
    await visit(page, `/product/${_id}?variant=${fourteen!._id}`);
    await expect(radio("14")).toBeChecked();
    const canonical = page.locator("link[rel=canonical]");
    if ((await canonical.count()) > 0) expect(await canonical.getAttribute("href")).not.toContain("variant");
  });
  await test.step("the only size for sale is chosen at first", async () => {
    const one = await makeProduct({ ...ring, sizes: ring.sizes.slice(0, 2) });
    await visit(page, `/product/${one._id}`);
    await expect(radio("12")).toBeChecked();
  });
});

test("+ on a card asks for the size; the cart and the checkout name it", async ({ page, request, makeProduct }) => {
  const { _id, title, variants } = await makeProduct({ ...ring, title: `Ring ${uniqueWord()}` });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/products?q=${title.split(" ")[1]}`);
  await expect(cards(page).getByText("From₹700")).toBeVisible();
  const plus = page.getByRole("button", { name: `Add ${title} to cart` });
  const dialog = page.getByRole("dialog", { name: "Choose a size" });
  await plus.click();
  await dialog.getByRole("button", { name: "Add to cart" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Choose a size.");
  expect(await storedCart(page)).toEqual([]);
  await expectAccessible(page, "dialog[open]");
  await dialog.getByRole("radio", { name: "12" }).check();
  await expect(dialog.getByText("Only 2 left")).toBeVisible();
  await dialog.getByRole("button", { name: "Add to cart" }).click();
  await expect(dialog).toBeHidden();
  await expect(plus).toBeFocused();
  const [line] = await storedCart(page);
  expect(line).toMatchObject({ itemId: `${_id}:${variants![0]!._id}`, title: `${title} (12)`, price: 900 });

  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await expect(rows(page).getByRole("link", { name: `${title} (12)` })).toHaveAttribute("href", `/product/${_id}`);
  await page.getByRole("button", { name: `One more ${title} (12)` }).click();
  await expect(page.getByText("There are only 2 in stock.")).toBeVisible();

  // Paid and on the order: login-code.test.ts and tests/integration/sizes-orders.test.ts.
  await goToCheckout(page, request, [{ ...line!, qty: 2 }]);
  await summary(page).getByRole("button", { name: "Show 2 items" }).click();
  await expect(summary(page).getByText(`${title} (12)`)).toBeVisible();
});
