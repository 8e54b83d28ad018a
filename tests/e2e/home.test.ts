import type { Locator } from "@playwright/test";
import { defaultSettings } from "../../site.config.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { expectLargeTextFits, readStructuredData, withoutScripts } from "./support/checks.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const { packages } = defaultSettings.packages;
const { business: site } = defaultSettings;

const sections = [
  site.tagline,
  `About ${site.brand}`,
  "Chosen this week",
  "Why Choose Us",
  "Why We Are The Best",
  "Methods Of Teaching",
  "Start with one of these",
  "Consultancy Packages",
  // "Online now" while somebody who is online has a free time today.
  /^(Online now|Talk to an expert)$/,
  "Video vs Chat/Audio",
  "Contact Us",
];

test("the home page has its sections in their order, with their claims, methods and answers, is accessible and fits at 320 px", async ({
  page,
  request,
  shop,
}) => {
  await visit(page, "/");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(site.tagline);
  const headings = page.getByRole("main").locator("section").getByRole("heading", { level: 1 });
  await expect(headings.or(page.getByRole("main").getByRole("heading", { level: 2 }))).toHaveText(sections);

  const titles = (name: string) => page.getByRole("region", { name }).getByRole("heading", { level: 3 });
  await expect(titles("Why Choose Us")).toHaveCount(6);
  await expect(titles("Why We Are The Best")).toHaveCount(5);
  await expect(titles("Methods Of Teaching")).toHaveText(["Scientific", "Energy", "Unique"]);
  for (const claim of ["17 years of notes", "24/7 support", "Trusted by 1000+ clients"]) {
    await expect(titles("Why Choose Us").filter({ hasText: claim })).toBeVisible();
  }

  const explainer = page.getByRole("region", { name: "Video vs Chat/Audio" });
  await expect(explainer.getByRole("heading", { level: 3 })).toHaveText(["Video", "Chat/Audio"]);
  const questions = ["Choose it when", "You need", "How it goes"];
  await expect(explainer.getByRole("rowheader")).toHaveText(questions);
  await expect(explainer.getByRole("row").last().getByRole("cell")).toHaveCount(2);

  await test.step("the home page has structured data about the shop", async () => {
    await expect(page).toHaveTitle(`${site.brand}: ${site.tagline}`);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${shop.url}/`);
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute("content", `${shop.url}/share.png`);
    const [data] = await readStructuredData(page);
    expect(data["@graph"].map((entry: { "@type": string }) => entry["@type"])).toEqual(["OnlineStore", "WebSite"]);
    expect(data["@graph"][0]).toMatchObject({ name: site.brand, url: `${shop.url}/`, logo: `${shop.url}/logo.png` });
  });
  await test.step("the web manifest names the shop as site.config.ts does, and its icons exist", async () => {
    const href = await page.locator("link[rel=manifest]").getAttribute("href");
    const reply = await request.get(href!);
    expect(reply.headers()["content-type"]).toContain("application/manifest+json");
    const manifest = await reply.json();
    expect(manifest).toMatchObject({ name: site.brand, description: site.description, lang: "en-IN" });
    for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
  });
  await test.step("on a phone both links of the hero are visible without scrolling", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const name of ["Explore Courses", "Shop Products"]) {
      await expect(page.getByRole("main").getByRole("link", { name }).first()).toBeInViewport({ ratio: 1 });
    }
  });
  await test.step("on a phone at most three rows are swiped, and a portrait is as high as its card", async () => {
    const lists = page.getByRole("main").getByRole("list");
    const swiped = await lists.evaluateAll(
      (all) => all.filter((list) => getComputedStyle(list).overflowX === "auto").length,
    );
    expect(swiped).toBeLessThanOrEqual(3);
    const card = page.locator("#online-now").getByRole("listitem").first();
    await card.scrollIntoViewIfNeeded();
    const [portrait, whole] = [await card.locator("img").boundingBox(), await card.boundingBox()];
    expect(whole!.height - portrait!.height).toBeLessThanOrEqual(2);
  });
  await test.step("expanded, it fits at 320 px and has no accessibility violations", async () => {
    for (const button of await page.getByText("Read More").all()) await button.click();
    await page.getByText("Show details").nth(1).click();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectLargeTextFits(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expectAccessible(page);
  });
  await test.step("the hero links to the courses first and to the products second", async () => {
    const links = page.getByRole("region", { name: site.tagline }).getByRole("link");
    await expect(links).toHaveText(["Explore Courses", "Shop Products"]);
    await expect(links.first()).toHaveAttribute("href", "/courses");
    await links.last().click();
    await expect(page).toHaveURL("/products");
  });
  await test.step("the addresses /#consultancy and /#contact open at their sections", async () => {
    const heading = (anchor: string) => page.locator(`section#${anchor}`).getByRole("heading", { level: 2 });
    await visit(page, "/#consultancy");
    await expect(heading("consultancy")).toBeInViewport();
    await page.goto("/#contact");
    await expect(heading("contact")).toBeInViewport();
  });
});

test("the home page is complete without scripts and says how to book", async ({ browser, baseURL }) => {
  const page = await withoutScripts(browser, baseURL, "/");
  await expect(page.getByRole("heading", { level: 2 }).filter({ visible: true })).toContainText(sections.slice(1));
  const [offer] = packages;
  const card = page.getByRole("article", { name: offer!.title });
  await expect(card.getByText("₹900")).toBeVisible();
  await card.getByText("Video", { exact: true }).click();
  await expect(card.getByText("₹1,200")).toBeVisible();
  await expect(card.getByText("₹900")).toBeHidden();
  await expect(card.getByRole("button", { name: "Add to Cart" })).toBeHidden();
  await card.getByText("Show details").click();
  await expect(card.getByText(offer!.included[0]!)).toBeVisible();
  await page.getByText("Read More").first().click();
  await expect(page.getByText("one of the twenty-seven stations")).toBeVisible();
  const notes = page.locator("noscript p");
  await expect(notes).toHaveText([/book by phone/, /^The form needs JavaScript/]);
  for (const note of await notes.all()) await expect(note).toBeVisible();
  await page.context().close();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the cart has a piece after 2 taps, a course after 3, a session after 4; the first piece is within two screens", async ({
    page,
  }) => {
    let taps = 0;
    const tap = async (target: Locator) => {
      await target.tap();
      taps += 1;
    };
    const home = async () => {
      await page.getByRole("banner").getByRole("link", { name: "Nakshatra, home" }).tap();
      await expect(page).toHaveURL("/");
      taps = 0;
    };
    const inCart = () => page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "[]").length);

    await visit(page, "/");
    // A piece with sizes takes two taps more.
    const withoutSizes = page.locator("button:not([aria-haspopup])");
    const chosen = page.getByRole("region", { name: "Chosen this week" }).getByRole("article");
    const piece = chosen.filter({ has: withoutSizes }).first();
    const { y, height } = (await piece.boundingBox())!;
    expect(y + height / 2).toBeLessThan(2 * 844);
    // `content-visibility` lays out distant sections late; until then their height is an estimate.
    const wholeHeight = await page.evaluate(() => {
      for (const part of document.querySelectorAll<HTMLElement>("section, footer"))
        part.style.contentVisibility = "visible";
      return document.documentElement.scrollHeight;
    });
    expect(wholeHeight).toBeLessThanOrEqual(8_900);
    await tap(piece.getByRole("button", { name: /^Add .+ to cart$/ }));
    await expect.poll(inCart).toBe(1);
    expect(taps).toBeLessThanOrEqual(2);

    await home();
    await tap(page.getByRole("region", { name: "Start with one of these" }).getByRole("link").first());
    await tap(page.getByRole("button", { name: "Exchange Energy" }));
    await expect.poll(inCart).toBe(2);
    expect(taps).toBeLessThanOrEqual(3);

    await home();
    await tap(page.locator("#online-now").getByRole("link").first());
    await tap(page.getByRole("region", { name: "Book a session" }).getByRole("button").first());
    await tap(page.getByRole("dialog").getByRole("button", { name: /add to cart/i }));
    await expect.poll(inCart).toBe(3);
    expect(taps).toBeLessThanOrEqual(4);
  });
});
