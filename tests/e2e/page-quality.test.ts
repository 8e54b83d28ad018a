import { globSync, readFileSync } from "node:fs";
import type { Page, Request, Response } from "@playwright/test";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { controlsUnderCartAtEnd, expectLargeTextFits, watchShifts, withoutNonces } from "./support/checks.ts";
import { demoProduct, test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { cards, publicPages, visit } from "./support/visit.ts";

/** As transferred, with headers. */
const MAX_SCRIPT_BYTES = 125_000;
const MAX_FONT_FILES = 2;
const MAX_SHIFT = 0.02;
/** A page counts as loaded when no script was requested or finished for this long. */
const SCRIPTS_QUIET_MS = 500;

const policyOf = (headers: Record<string, string>) =>
  Object.fromEntries(
    (headers["content-security-policy"] ?? "").split("; ").map((rule) => rule.match(/^(\S+) (.*)$/)?.slice(1) ?? []),
  ) as Record<string, string>;

function expectStrictPolicy(headers: Record<string, string>, path: string) {
  const policy = policyOf(headers);
  const strict = { "default-src": "'none'", "style-src": "'self'", "frame-ancestors": "'none'" };
  expect(policy, path).toMatchObject(strict);
  expect(policy["script-src"], path).toMatch(/^'self' 'nonce-[\w+/]{22}=='$/);
  expect(Object.values(policy).join(" "), path).not.toMatch(/unsafe-|\*/);
}

/** A request with a token is never answered from the response cache. */
const UNCACHED = { authorization: "Bearer none" };

/** The link of the header that a detail page marks. */
const SECTIONS: Record<string, string> = {
  product: "Products",
  course: "Courses",
  experts: "Our Experts",
  blogs: "Blogs",
};

/** The parts of the page that hydration changed. */
const partsChangedSince = (page: Page, html: string) =>
  page.evaluate((served) => {
    const original = new DOMParser().parseFromString(served, "text/html");
    const htmlOf = (root: Document, selector: string) => {
      const part = root.body.querySelector(selector)?.cloneNode(true) as Element | undefined;
      // Content that is loaded after hydration is in live regions, for example the next free time of an expert.
      for (const announced of part?.querySelectorAll("[aria-live]") ?? []) announced.replaceChildren();
      // Hydration adds `novalidate`, because scripts check the forms then.
      return part?.outerHTML.replaceAll(' novalidate=""', "");
    };
    return ["header", "main", "footer"].filter((selector) => htmlOf(document, selector) !== htmlOf(original, selector));
  }, html);

/** Strings of the admin and its Markdown renderer that survive minification. */
const ADMIN_WORDS = ["Confirm Delete", "Operation failed", "Back to the shop", "changed meanwhile", "blockquote_open"];
const adminWordsIn = (script: string) => ADMIN_WORDS.filter((word) => script.includes(word));

interface Script {
  url: string;
  text: string;
  /** As transferred, with headers. */
  bytes: number;
}

async function readScript(response: Response): Promise<Script> {
  const [text, size] = await Promise.all([response.text(), response.request().sizes()]);
  return { url: response.url(), text, bytes: size.responseBodySize + size.responseHeadersSize };
}

/** Records requests; the returned function gives those since its last call. */
function watchRequests(page: Page, shopUrl: string) {
  let scripts: Promise<Script>[] = [];
  const known = new Map<string, Promise<Script>>();
  let fonts = new Set<string>();
  let elsewhere: string[] = [];
  const open = new Set<Request>();
  let changedAt = 0;
  const note = (asked: Request, isOpen: boolean) => {
    if (asked.resourceType() !== "script") return;
    changedAt = Date.now();
    if (isOpen) open.add(asked);
    else open.delete(asked);
  };
  page.on("request", (asked) => note(asked, true));
  page.on("requestfinished", (asked) => note(asked, false));
  page.on("requestfailed", (asked) => note(asked, false));
  page.context().on("request", (asked) => {
    // data: URLs in the style sheet are not requests.
    if (/^(data|blob):/.test(asked.url())) return;
    if (new URL(asked.url()).origin !== shopUrl) elsewhere.push(asked.url());
    // Devices without a Devanagari font load ours on pages with such text.
    if (asked.resourceType() === "font" && !asked.url().includes("yantramanav")) fonts.add(asked.url());
  });
  page.on("response", (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    // Later pages find it in the browser's cache.
    const script = known.get(response.url()) ?? readScript(response);
    known.set(response.url(), script);
    scripts.push(script);
  });
  return async function since() {
    // Wait for scripts only: pictures may take long. What the test did since the last script counts as waiting.
    const isQuiet = () => open.size === 0 && Date.now() - changedAt > SCRIPTS_QUIET_MS;
    await expect.poll(isQuiet, { intervals: [50] }).toBe(true);
    const seen = { scripts: await Promise.all(scripts), fonts, elsewhere };
    [scripts, fonts, elsewhere] = [[], new Set(), []];
    return seen;
  };
}

test("public pages hydrate unchanged, keep their budgets, load no other host, do not shift and fit at 320 px; every page has a strict content security policy without violations", async ({
  page,
  context,
  request,
  shop,
}) => {
  const isFull = ({ images, offerPrice, price }: Product) => images.length === 4 && offerPrice < price;
  const fullProduct = `/product/${(await demoProduct(request, isFull))._id}`;
  const [sized] = ((await (await request.get("/api/products?q=ring")).json()) as Product[]).filter(
    (one) => one.variants,
  );
  const pages = (await publicPages(request)).map((path) => (path.startsWith("/product/") ? fullProduct : path));
  const paths = [...pages, `/product/${sized!._id}`];
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => console.error(`refused ${event.blockedURI}`));
  });
  const readShift = await watchShifts(page);
  const expectStill = async (path: string) => {
    await page.evaluate(() => document.fonts.ready);
    const shift = await readShift();
    expect(shift, `${path} moved by ${shift}`).toBeLessThanOrEqual(MAX_SHIFT);
  };
  await page.setExtraHTTPHeaders(UNCACHED);
  const since = watchRequests(page, shop.url);
  const figures: string[] = [];
  await page.setViewportSize({ width: 320, height: 740 });
  for (const path of [...paths, "/products/nowhere"]) {
    const before = await (await request.get(path, { headers: UNCACHED })).text();
    const response = await visit(page, path);
    const served = await response.text();
    expect(withoutNonces(served), path).toBe(withoutNonces(before));
    // The server does not know the cart, so hydration changes this page.
    if (path !== "/cart") expect(await partsChangedSince(page, served), path).toEqual([]);
    expectStrictPolicy(response.headers(), path);
    const { scripts, fonts, elsewhere } = await since();
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    figures.push(`${path.slice(0, 20)} ${(total / 1000).toFixed(1)}`);
    expect(scripts.length, path).toBeGreaterThan(3);
    expect(total, path).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    expect(fonts.size, `${path} loads ${[...fonts].join(", ")}`).toBeLessThanOrEqual(MAX_FONT_FILES);
    expect(elsewhere, path).toEqual([]);
    // The route manifest names the admin's files but does not load them.
    for (const { url, text } of scripts) if (!url.includes("manifest")) expect(adminWordsIn(text), url).toEqual([]);
    const [, kind = "", id] = path.split("/");
    // The next free time of an expert comes later; at 320 px it may take one more line. It is measured below.
    if (!(kind === "experts" && id)) await expectStill(path);
    const current = page.getByRole("navigation", { name: "Main", includeHidden: true }).locator("[aria-current=page]");
    if (id && SECTIONS[kind]) await expect(current).toHaveText(SECTIONS[kind]);
    await expectLargeTextFits(page);
    expect(await controlsUnderCartAtEnd(page, [320]), path).toEqual({});
  }
  console.log(`Scripts of each page, kB: ${figures.join(", ")}`);
  const built = globSync("build/client/assets/*.js").map((file) => readFileSync(file, "utf8"));
  expect(adminWordsIn(built.join())).toEqual(ADMIN_WORDS);

  await test.step("a 404 page has the policy too", async () => {
    const reply = await request.get("/product/nonsense");
    expect(reply.status()).toBe(404);
    expect(policyOf(reply.headers())).toMatchObject({ "default-src": "'none'", "frame-ancestors": "'none'" });
  });
  await test.step("the policy of the first page stays in force during client-side navigation", async () => {
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Products" }).click();
    await cards(page).nth(5).getByRole("link").click();
    await expect(page.getByRole("button", { name: "Exchange Energy" })).toBeVisible();
  });
  await test.step("with things in the cart, pages and the cart count load without layout shift", async () => {
    // All of its pieces are in the cart, which the page says in one line.
    const { _id } = await demoProduct(request, ({ stock }) => stock > 3 && stock < 10);
    const line = { itemId: _id, itemType: "product", title: "A piece", price: 1, image: "", qty: 10 };
    await page.evaluate((cart) => localStorage.setItem("cart", cart), JSON.stringify([line]));
    const expert = pages.find((path) => path.startsWith("/experts/"))!;
    const load = async (path: string) => {
      await page.goto(path, { waitUntil: "networkidle" });
      await expectStill(path);
    };
    for (const path of ["/", "/products", `/product/${_id}`, expert]) await load(path);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of [`/product/${_id}`, expert]) await load(path);
    const ranges = await page.evaluate(() =>
      [...document.fonts].filter((face) => face.status === "loaded").map((face) => face.unicodeRange),
    );
    expect(ranges.join(), "the rupee sign uses the text's font").toMatch(/U\+20AD-20C0/i);
  });
  await test.step("an injected script does not run", async () => {
    // The refusal appears in the console.
    const injected = await context.newPage();
    await visit(injected, "/about");
    await injected.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.documentElement.dataset.ran = 'yes'";
      const image = document.createElement("div");
      image.innerHTML = `<img src="/nowhere" onerror="document.documentElement.dataset.ran = 'yes'">`;
      document.body.append(script, image);
    });
    await injected.waitForLoadState("networkidle");
    await expect(injected.locator("html")).not.toHaveAttribute("data-ran");
  });
});
