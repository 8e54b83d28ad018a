import { afterAll, beforeAll, expect, test } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import { formOf, makeProduct } from "../support/forms.ts";
import { openTestShop, type TestShop } from "../support/test-shop.ts";

const { categories } = defaultSettings.categories;
const { business: site } = defaultSettings;

const ORIGIN = "https://shop.example";
const HOSTILE = `Moon & <script>alert("x")</script> ]]> it's`;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: ORIGIN, PAYMENTS: "sandbox" });
});
afterAll(() => shop.close());

async function make(path: string, fields: Record<string, string>) {
  const reply = await shop.call("POST", path, { token: shop.ownerToken, form: formOf(fields) });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as { _id: string };
}
const makeBlog = (title: string, content = "Words") => make("/api/blogs", { title, content });

const read = async (path: string) => {
  const reply = await shop.call("GET", path, { headers: { host: "evil.example" } });
  expect(reply.statusCode).toBe(200);
  return { body: reply.body, type: reply.headers["content-type"] };
};

/** The unescaped texts of all elements with this name. */
const textsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text]) =>
    text!.replace(/&(\w+);/g, (_, entity: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[entity]!),
  );

/** Checks that tags are nested correctly and that texts are escaped. */
function expectWellFormed(xml: string) {
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n</);
  const open: string[] = [];
  let rest = xml.slice(xml.indexOf("?>") + 2);
  while (rest.length > 0) {
    const part = /^(?:<(\/?)([\w:]+)((?:\s[\w:]+="[^"<&]*(?:&\w+;[^"<&]*)*")*)\s*(\/?)>|(?:[^<>&]|&\w+;)+)/.exec(rest);
    expect(part, `not XML: ${rest.slice(0, 80)}`).not.toBeNull();
    const [whole, closing, name, , empty] = part!;
    if (name && closing) expect(open.pop()).toBe(name);
    else if (name && !empty) open.push(name);
    rest = rest.slice(whole.length);
  }
  expect(open).toEqual([]);
}

test("/robots.txt disallows private pages and names the sitemap", async () => {
  const { body, type } = await read("/robots.txt");
  expect(type).toBe("text/plain; charset=utf-8");
  expect(body).toMatch(/^User-agent: \*\n/);
  for (const path of ["/api/", "/admin", "/cart", "/checkout", "/success", "/profile", "/reset-password/"]) {
    expect(body).toContain(`Disallow: ${path}\n`);
  }
  expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml\n`);
});

test("/sitemap.xml lists every page, category and record under PUBLIC_URL", async () => {
  const product = await makeProduct(shop);
  const course = await make("/api/courses", { title: "Tarot", actualPrice: "100", offerPrice: "90" });
  const expert = await make("/api/experts", { name: "Asha" });
  const blog = await makeBlog(HOSTILE);

  const { body, type } = await read("/sitemap.xml");
  expect(type).toBe("application/xml; charset=utf-8");
  expectWellFormed(body);
  const urls = textsOf(body, "loc");
  expect(urls).toEqual(
    expect.arrayContaining(
      [
        "/",
        "/about",
        "/contact",
        "/products",
        "/courses",
        "/experts",
        "/blogs",
        "/terms_and_conditions",
        "/privacy_policy",
        "/reviews-policy",
        "/products/palm-stone",
        "/products/jewellery/rings",
        `/product/${product._id}`,
        `/course/${course._id}`,
        `/experts/${expert._id}`,
        `/blogs/${blog._id}`,
      ].map((path) => ORIGIN + path),
    ),
  );
  const inCategories = categories.length + categories.flatMap(({ subCategories }) => subCategories).length;
  expect(urls.filter((url) => url.startsWith(`${ORIGIN}/products/`))).toHaveLength(inCategories);
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls.every((url) => url.startsWith(`${ORIGIN}/`))).toBe(true);
  expect(urls.join()).not.toMatch(/cart|admin|login|checkout|profile/);

  await shop.call("DELETE", `/api/products/${product._id}`, { token: shop.ownerToken });
  expect((await read("/sitemap.xml")).body).not.toContain(product._id);
});

test("/blogs/rss.xml is well-formed, newest first, and escapes a hostile title", async () => {
  shop.clock.advance(1000);
  const hostile = await makeBlog(HOSTILE, `${HOSTILE}\nसोमवार 🌙`);
  shop.clock.advance(1000);
  const newest = await makeBlog("The newest", "x".repeat(1000));

  const { body, type } = await read("/blogs/rss.xml");
  expect(type).toBe("application/rss+xml; charset=utf-8");
  expectWellFormed(body);
  expect(body).not.toContain("<script");
  const items = body.split("<item>").slice(1);
  expect(textsOf(items[0]!, "title")).toEqual(["The newest"]);
  expect(textsOf(items[0]!, "link")).toEqual([`${ORIGIN}/blogs/${newest._id}`]);
  expect(textsOf(items[0]!, "pubDate")).toEqual([shop.clock.now().toUTCString()]);
  expect(textsOf(items[0]!, "description")[0]!.length).toBeLessThan(500);
  expect(textsOf(items[1]!, "title")).toEqual([HOSTILE]);
  expect(textsOf(items[1]!, "link")).toEqual([`${ORIGIN}/blogs/${hostile._id}`]);
  expect(textsOf(items[1]!, "description")[0]).toBe(`${HOSTILE}\nसोमवार 🌙`);
  expect(textsOf(body, "title")[0]).toBe(`${site.brand} blog`);
  expect(body).toContain(`<atom:link href="${ORIGIN}/blogs/rss.xml" rel="self"`);
});

test("the feed preview never splits an emoji", async () => {
  shop.clock.advance(1000);
  await makeBlog("Cut \ufffe\uffff", `${"x".repeat(399)}🌙 and more`);
  const { body } = await read("/blogs/rss.xml");
  expectWellFormed(body);
  expect(textsOf(body, "description")[1]).toBe(`${"x".repeat(399)}🌙…`);
  expect(body).not.toMatch(/[\ufffd-\uffff]/);
});

test("the feed holds the twenty newest posts", async () => {
  for (let i = 0; i < 21; i++) {
    shop.clock.advance(1000);
    await makeBlog(`Post ${i}`);
  }
  const { body } = await read("/blogs/rss.xml");
  const titles = body
    .split("<item>")
    .slice(1)
    .flatMap((item) => textsOf(item, "title"));
  expect(titles).toEqual(Array.from({ length: 20 }, (_, i) => `Post ${20 - i}`));
});

test("llms.txt says what the shop sells and how to reach it, and hostile titles stay text", async () => {
  const course = await make("/api/courses", {
    title: "Moon ](https://evil.example)\n# Fake heading",
    actualPrice: "1000",
    offerPrice: "1000",
  });
  const { body, type } = await read("/llms.txt");
  expect(type).toBe("text/markdown; charset=utf-8");
  expect(body.startsWith(`# ${site.brand}\n\n> ${site.description}\n`)).toBe(true);
  for (const { name } of categories) expect(body).toContain(`[${name}](${ORIGIN}/products/`);
  expect(body).toContain(`- [Moon https://evil.example # Fake heading](${ORIGIN}/course/${course._id}): ₹1,000`);
  expect(body).not.toContain("\n# Fake");
  for (const way of [site.phone, site.email, site.whatsapp]) expect(body).toContain(way);
  await makeProduct(shop, { category: "Tower" });
  const count = (text: string) => Number(/(\d+) pieces/.exec(text)![1]);
  expect(count((await read("/llms.txt")).body)).toBe(count(body) + 1);
});
