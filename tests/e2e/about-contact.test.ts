import { defaultSettings } from "../../site.config.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { readStructuredData, sidewaysScroll, withoutScripts } from "./support/checks.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const { business: site } = defaultSettings;

const OSM = "https://www.openstreetmap.org/**";

test("the about and contact pages show their sections, are accessible and fit at 320 px; the map loads on request", async ({
  page,
  shop,
}) => {
  await test.step("the about page has a banner, the about block and both claim grids, is accessible and fits at 320 px", async () => {
    await visit(page, "/about");
    await expect(page).toHaveTitle(`About Us | ${site.brand}`);
    await expect(page.getByRole("heading", { level: 1, name: "About Us" })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByText("Read More")).toHaveCount(2);
    const claims = (name: string) => main.getByRole("region", { name }).getByRole("listitem");
    await expect(claims("Why Choose Us")).toHaveCount(6);
    await expect(claims("Why We Are The Best")).toHaveCount(5);
    const [data] = await readStructuredData(page);
    expect(data["@type"]).toBe("AboutPage");
    await expectAccessibleAndFits(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysScroll(page)).toBe(0);
    await test.step("the page ends with links to the courses and the products", async () => {
      const call = page.getByRole("region", { name: "Where would you like to begin?" });
      await expect(call.getByRole("link", { name: "Explore Courses" })).toHaveAttribute("href", "/courses");
      await call.getByRole("link", { name: "Shop Products" }).click();
      await expect(page).toHaveURL("/products");
    });
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await test.step("the contact page has a banner, the form, every way to reach the shop, and a map, is accessible and fits at 320 px", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.route(OSM, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Map</title><p>A map</p>" }),
    );
    await visit(page, "/contact");
    await expect(page).toHaveTitle(`Contact Us | ${site.brand}`);
    await expect(page.getByRole("heading", { level: 1, name: "Contact Us" })).toBeVisible();
    const main = page.getByRole("main");
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
    await expectAccessibleAndFits(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysScroll(page)).toBe(0);
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
});

test("without scripts the contact page names phone and e-mail and links to the map", async ({ browser, baseURL }) => {
  const page = await withoutScripts(browser, baseURL, "/contact");
  await expect(page.getByRole("button", { name: "Show map" })).toBeHidden();
  await expect(page.getByRole("form", { name: "Contact" })).toBeHidden();
  await expect(page.locator("noscript p")).toContainText(site.email);
  const link = page.getByRole("link", { name: "Open in OpenStreetMap" });
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute("href", /^https:\/\/www\.openstreetmap\.org\/\?mlat=21\.1458&mlon=79\.0882/);
  await page.context().close();
});
