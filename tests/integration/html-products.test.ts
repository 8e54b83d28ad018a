import { describe, expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { makeCourse, makeProduct, unique } from "../support/forms.ts";
import { readPage } from "../support/html.ts";
import { test } from "../support/test-shop.ts";

const leads = new Map(
  defaultSettings.categories.categories.flatMap((category) =>
    [category, ...category.subCategories].map(({ name, lead }) => [name, lead] as const),
  ),
);

describe("the address of the product list", () => {
  test("finds a category or subcategory by its name or slug in any case, with its title and lead", async ({
    shop,
    url,
  }) => {
    await makeProduct(shop, { category: "Palm Stone" });
    await makeProduct(shop, { category: "Jewellery", subCategory: "Necklace" });
    for (const [path, name] of [
      ["/products/jewellery", "Jewellery"],
      ["/products/palm-stone", "Palm Stone"],
      ["/products/PALM-STONE", "Palm Stone"],
      ["/products/palm%20stone", "Palm Stone"],
      ["/products/Jewellery/NECKLACE", "Necklace"],
    ] as const) {
      const { title, text, articles, main } = await readPage(url + path);
      expect(title, path).toBe(name);
      expect(text, path).toContain(leads.get(name)!);
      expect(text, path).toContain("1 piece");
      expect(articles, path).toHaveLength(1);
      // Everything fits on one page.
      expect(main, path).not.toContain('aria-label="Pages"');
    }
  });

  test("shows the last page beyond it, and the first for an invalid one", async ({ shop, url }) => {
    for (let made = 0; made < 8; made++) await makeProduct(shop, { category: "Tower" });
    for (const [wanted, shown, count] of [
      ["2", "2", 2],
      ["3", "2", 2],
      ["99999999999", "1", 6],
      ["two", "1", 6],
    ] as const) {
      const { main, articles } = await readPage(`${url}/products/tower?page=${wanted}`);
      const pages = /<nav[^>]*aria-label="Pages".*?<\/nav>/s.exec(main)![0];
      expect(/aria-current="page"[^>]*>(\d+)</.exec(pages)?.[1], wanted).toBe(shown);
      expect(articles, wanted).toHaveLength(count);
    }
  });

  test("shows Coming Soon for an unknown category, and links to all products", async ({ url }) => {
    for (const [path, name] of [
      ["/products/%3Cb%3Ebold%3C%2Fb%3E", "<b>bold</b>"],
      ["/products/jewellery/crowns", "Crowns"],
      ["/products/unicorn-horns", "Unicorn horns"],
    ] as const) {
      const { title, text, main } = await readPage(url + path);
      expect(title).toBe(name);
      expect(text).toContain("Coming Soon");
      expect(text).toContain("Products for this category are on their way.");
      expect(main).toMatch(/<a [^>]*href="\/products"[^>]*>See all products</);
    }
  });
});

test("a typing error shows what is close below Coming Soon, for products and courses", async ({ shop, url }) => {
  // Letters only: numbers are exact.
  const word = unique("amethyst")
    .split(" ")[1]!
    .slice(0, 8)
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)]!);
  const { title } = await makeProduct(shop, { title: `Told in the title ${word}` });
  await makeProduct(shop, { title: "Told in the description", description: `A piece of ${word}.` });
  const found = await readPage(`${url}/products?q=${word}`);
  expect(found.articles).toEqual([expect.stringContaining("Told in the description"), expect.stringContaining(title)]);
  const close = await readPage(`${url}/products?q=${word}x`);
  expect(close.text).toMatch(/Coming Soon.*Close to what you typed/);
  expect(close.articles).toEqual([expect.stringContaining(title)]);

  await makeCourse(shop, { title: "Astrology for beginners" });
  const courses = await readPage(`${url}/courses?q=astrologie`);
  expect(courses.text).toMatch(/No courses found\..*Close to what you typed.*Astrology for beginners/);
});

test("an unknown product, course, article or expert returns 404 with a link to the list", async ({ url }) => {
  for (const [path, missing, link, list] of [
    ["/product", "This product is not here", "Back to products", "/products"],
    ["/course", "Course not found.", "Back to courses", "/courses"],
    ["/blogs", "Article Not Found", "View All Insights", "/blogs"],
    ["/experts", "Expert not found.", "See all experts", "/experts"],
  ] as const)
    for (const id of ["nonsense", "%3Cscript%3E", "0190b000-0000-7000-8000-000000000000"]) {
      const { status, title, main } = await readPage(`${url}${path}/${id}`);
      expect([status, title]).toEqual([404, missing]);
      expect(main).toMatch(new RegExp(`<a [^>]*href="${list}"[^>]*>${link}<`));
    }
});

test("the search page is complete without scripts, says what to do when it finds nothing, and is not indexed", async ({
  shop,
  url,
}) => {
  const word = unique("found").replace(/[^a-z]/g, "");
  for (let n = 0; n < 13; n++) await makeProduct(shop, { title: `${word} piece`, price: "1234", category: "Tower" });
  await makeCourse(shop, { title: `${word} course` });
  const found = await readPage(`${url}/search?q=${word}`);
  expect(found.text).toMatch(new RegExp(`Results for “${word}”.*Pieces \\(13\\).*₹1,234.*Courses \\(1\\)`));
  expect(found.articles).toHaveLength(13);
  expect(found.main).toContain(`href="/products?q=${word}&amp;sort=match"`);
  const html = await (await fetch(`${url}/search?q=${word}`)).text();
  expect(html).toContain('<meta name="robots" content="noindex, follow"/>');

  const none = await readPage(`${url}/search?q=${encodeURIComponent("<b>zzxqv</b>")}`);
  expect(none.text).toContain("Nothing found for “<b>zzxqv</b>”");
  expect(none.main).toContain("&lt;b&gt;zzxqv");
  expect(none.main).toMatch(/href="\/contact"[^>]*>Ask us</);
  expect(none.text).not.toMatch(/on (their|its) way/i);
  const pearl = await readPage(`${url}/search?q=pearl`);
  expect(pearl.text).toContain("We do not have Pearl.");
  expect((await readPage(`${url}/search`)).main).toMatch(/<form[^>]* action="\/search"/);
});
