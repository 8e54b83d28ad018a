import type { Page } from "@playwright/test";
import { defaultSettings } from "../../site.config.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { readStructuredData } from "./support/checks.ts";
import { expect, test } from "./support/test.ts";
import { tabTo, visit } from "./support/visit.ts";

const { business: site, home } = defaultSettings;

const OSM = "https://www.openstreetmap.org/**";
const DESKTOP = { width: 1280, height: 720 };

/** The block of the about page and the home page. */
const about = (page: Page) => page.getByRole("region", { name: /^About|^The story/ });

/** The scroll offset of the first picture and the rotation of the chart behind it. */
const effects = (page: Page) =>
  page
    .locator(".about-picture")
    .first()
    .evaluate((picture) => [
      getComputedStyle(picture.querySelector("img")!).translate,
      getComputedStyle(picture, "::before").rotate,
    ]);

const scrollBy = (page: Page, pixels: number) =>
  page.evaluate(
    (by) =>
      new Promise<void>((done) => {
        window.scrollBy({ top: by, behavior: "instant" });
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
    pixels,
  );

test("the about and contact pages show their sections and are accessible; the about block expands and moves its pictures; the map loads on request", async ({
  page,
  shop,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.route(OSM, (route) => route.fulfill({ contentType: "text/html", body: "<title>Map</title><p>A map</p>" }));
  const main = page.getByRole("main");
  await test.step("the about page has a banner, the about block and both claim grids", async () => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await visit(page, "/about");
    await expect(page).toHaveTitle(`About Us | ${site.brand}`);
    await expect(page.getByRole("heading", { level: 1, name: "About Us" })).toBeVisible();
    await expect(main.getByText("Read More")).toHaveCount(2);
    const claims = (name: string) => main.getByRole("region", { name }).getByRole("listitem");
    await expect(claims("Why Choose Us")).toHaveCount(6);
    await expect(claims("Why We Are The Best")).toHaveCount(5);
    const [data] = await readStructuredData(page);
    expect(data["@type"]).toBe("AboutPage");
  });
  await test.step("the about block has two Read More / Read Less expanders, by pointer and by keyboard", async () => {
    for (const part of home.aboutUs) {
      const block = about(page).locator("details").filter({ hasText: part.title });
      const hidden = page.getByText(part.more[0]!);
      await expect(hidden).toBeHidden();
      await expect(block.getByText("Read Less")).toBeHidden();
      await block.getByRole("button", { name: "Read More", expanded: false }).click();
      await expect(hidden).toBeVisible();
      await expect(block.getByText("Read More")).toBeHidden();
      await block.getByRole("button", { name: "Read Less", expanded: true }).click();
      await expect(hidden).toBeHidden();
    }
    const summaries = about(page).locator("summary");
    await summaries.first().focus();
    await page.keyboard.press("Enter");
    await tabTo(page, summaries.last());
    await page.keyboard.press("Space");
    for (const { more } of home.aboutUs) await expect(page.getByText(more[0]!)).toBeVisible();
  });
  await test.step("from 500 px of width its two effects follow the scroll position", async () => {
    await page.setViewportSize({ width: 500, height: 800 });
    await page.locator(".about-picture").first().scrollIntoViewIfNeeded();
    const [drift, turn] = await effects(page);
    await scrollBy(page, 200);
    const [driftAfter, turnAfter] = await effects(page);
    expect(driftAfter).not.toBe(drift);
    expect(turnAfter).not.toBe(turn);
  });
  await test.step("the pictures do not move below 500 px or with reduced motion", async () => {
    await page.setViewportSize({ width: 499, height: 800 });
    await expect.poll(() => effects(page)).toEqual(["none", "none"]);
    await page.setViewportSize({ width: 500, height: 800 });
    await expect.poll(() => effects(page)).not.toContain("none");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(() => effects(page)).toEqual(["none", "none"]);
  });
  await expectAccessible(page);
  await page.setViewportSize(DESKTOP);
  await test.step("the about page ends with links to the courses and the products", async () => {
    const call = page.getByRole("region", { name: "Where would you like to begin?" });
    await expect(call.getByRole("link", { name: "Explore Courses" })).toHaveAttribute("href", "/courses");
    await expect(call.getByRole("link", { name: "Shop Products" })).toHaveAttribute("href", "/products");
  });
  await test.step("the contact page has a banner, the form, every way to reach the shop, and a map", async () => {
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Connect" }).click();
    await expect(page).toHaveURL("/contact");
    await expect(page).toHaveTitle(`Contact Us | ${site.brand}`);
    await expect(page.getByRole("heading", { level: 1, name: "Contact Us" })).toBeVisible();
    await expect(main.getByRole("form", { name: "Contact" })).toBeVisible();
    await expect(main.getByRole("link", { name: site.phone })).toHaveAttribute("href", "tel:+919000000000");
    await expect(main.getByRole("link", { name: site.email })).toHaveAttribute("href", `mailto:${site.email}`);
    await expect(main.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
      "href",
      new RegExp(`^https://wa\\.me/${site.whatsapp}\\?text=`),
    );
    for (const line of site.address) await expect(main.getByText(line, { exact: true })).toBeVisible();
    const [data] = await readStructuredData(page);
    expect(data["@type"]).toBe("ContactPage");
    await expectAccessible(page);
  });
  await test.step("the map is loaded only after Show map", async () => {
    await page.getByRole("button", { name: "Show map" }).scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    expect(asked.filter((url) => !url.startsWith(shop.url))).toEqual([]);

    await page.getByRole("button", { name: "Show map" }).click();
    const frame = page.frameLocator(`iframe[title="Map: where to find ${site.brand}"]`);
    await expect(frame.getByText("A map")).toBeVisible();
    const address = new URL(asked.find((url) => url.startsWith("https://www.openstreetmap.org"))!);
    expect(address.pathname).toBe("/export/embed.html");
    const { latitude, longitude } = site.map;
    expect(address.searchParams.get("marker")).toBe(`${latitude},${longitude}`);
    const [west, south, east, north] = address.searchParams.get("bbox")!.split(",").map(Number);
    expect(west).toBeLessThan(longitude);
    expect(longitude).toBeLessThan(east!);
    expect(south).toBeLessThan(latitude);
    expect(latitude).toBeLessThan(north!);
    await expect(page.getByRole("button", { name: "Show map" })).toHaveCount(0);
  });
});
