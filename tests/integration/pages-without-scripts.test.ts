import { expect } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { Blog } from "../../src/contracts/catalogue/blog.ts";
import { formOf, makeCourse, unique } from "../support/forms.ts";
import { type TestShop, test } from "../support/test-shop.ts";

const { business } = defaultSettings;

/** The served page as text nodes and tags, without what only scripts read. */
async function readPage(url: string, path: string) {
  const reply = await fetch(url + path);
  expect(reply.status, path).toBe(200);
  return (await reply.text()).replaceAll(/<!-- -->|<script.*?<\/script>/gs, "");
}

const mainOf = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>"));
const noscripts = (html: string) => [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, text = ""]) => text);
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");

async function makeBlog(shop: TestShop, fields: Record<string, string>) {
  const form = formOf({ title: unique("Moon"), content: "A few words.", ...fields });
  const reply = await shop.call("POST", "/api/blogs", { token: shop.ownerToken, form });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json() as Blog;
}

test("account pages say that they need scripts, and link to the login", async ({ url }) => {
  const key = "/reset-password/key";
  for (const path of ["/login", "/register", "/forgot", key, "/admin/login", "/profile", "/checkout", "/admin"]) {
    const html = await readPage(url, path);
    const [note = ""] = noscripts(mainOf(html)).map(textOf);
    expect(note, path).toContain("This page needs JavaScript. Without it, write to");
    expect(note, path).toContain(business.email);
    expect(html, path).toMatch(/<header.*<a [^>]*href="\/login"/s);
  }
});

test("a form that is submitted before hydration puts nothing into the address", async ({ url }) => {
  for (const path of ["/login", "/register", "/forgot", "/reset-password/secret-key", "/contact"]) {
    const forms = mainOf(await readPage(url, path)).match(/<form [^>]*>/g) ?? [];
    expect(forms.length, path).toBe(1);
    expect(forms[0], path).toContain('method="dialog"');
    // Until the scripts run, the browser checks the fields. The specification wants no checks for a reset.
    expect(/novalidate/i.test(forms[0]!), path).toBe(/forgot|reset/.test(path));
  }
});

test("without scripts the cart page says how to order by phone, and the contact page names phone and e-mail and links to the map", async ({
  url,
}) => {
  const [cart = ""] = noscripts(mainOf(await readPage(url, "/cart"))).map(textOf);
  expect(cart).toMatch(/^The cart needs JavaScript\. Without it, order by phone: \+\d+/);
  const contact = mainOf(await readPage(url, "/contact"));
  expect(noscripts(contact).map(textOf).join()).toContain(business.email);
  expect(contact).toMatch(
    /href="https:\/\/www\.openstreetmap\.org\/\?mlat=21\.1458&amp;mlon=79\.0882[^"]*"[^>]*>Open in OpenStreetMap/,
  );
});

test("without scripts the list of courses is searched and paged by links and a form, and a course is complete", async ({
  shop,
  url,
}) => {
  const word = unique("Numerology");
  const syllabus = "The square\nRows, columns, diagonals";
  const course = await makeCourse(shop, {
    title: word,
    syllabus,
    nextStart: "2040-01-31",
    description: "It ends here",
  });
  for (let count = 0; count < 6; count++) await makeCourse(shop);
  const list = mainOf(await readPage(url, "/courses?page=2"));
  expect(list.match(/<article/g)).toHaveLength(1);
  expect(list).toContain(`href="/course/${course._id}"`);
  expect(list).toMatch(/<form [^>]*action="\/courses"/);
  expect(list).toMatch(/<input [^>]*type="search"[^>]*name="q"|<input [^>]*name="q"[^>]*type="search"/);
  const found = mainOf(await readPage(url, `/courses?q=${encodeURIComponent(word)}`));
  expect(found.match(/<article/g)).toHaveLength(1);
  expect(found).toContain(`href="/course/${course._id}"`);

  const page = mainOf(await readPage(url, `/course/${course._id}`));
  for (const text of ["About this Course", "It ends here", "Next start", "Rows, columns, diagonals"])
    expect(page).toContain(text);
  expect(page).toContain("<details");
  const [note = ""] = noscripts(page).map(textOf);
  expect(note).toContain("The cart needs JavaScript.");
});

test("without scripts the list of articles and an article are complete; /blog redirects to /blogs", async ({
  shop,
  url,
}) => {
  const blog = await makeBlog(shop, { content: `${"Slowly the moon climbs. ".repeat(40)}It is here.` });
  const list = mainOf(await readPage(url, "/blogs"));
  expect(list).toContain(`href="/blogs/${blog._id}"`);
  expect(list).toContain(blog.title);
  const article = mainOf(await readPage(url, `/blogs/${blog._id}`));
  expect(article).toMatch(new RegExp(`<h1[^>]*>${blog.title}</h1>`));
  expect(article).toContain("It is here.");

  const moved = await fetch(`${url}/blog`, { redirect: "manual" });
  expect(moved.status).toBe(302);
  expect(new URL(moved.headers.get("location")!, url).pathname).toBe("/blogs");
  expect((await fetch(`${url}/blogs/rss.xml`)).status).toBe(200);
});
