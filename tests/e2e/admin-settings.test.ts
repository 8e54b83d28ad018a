import type { Page } from "@playwright/test";
import { defaultSettings } from "../../site.config.ts";
import { picture } from "../support/pictures.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { openPage } from "./support/account.ts";
import { mainOf, message } from "./support/admin.ts";
import { test } from "./support/own-shop.ts";
import { expect } from "./support/test.ts";
import { collectConsoleErrors, visitWith } from "./support/visit.ts";

const PASSWORD = "a long test password";
const PUBLISHED = "✅ Published. Every page shows it now.";

async function logIn(url: string) {
  const json = { email: "owner@example.com", password: PASSWORD };
  const reply = await fetch(`${url}/api/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(json),
  });
  return ((await reply.json()) as { token: string }).token;
}

const publish = async (page: Page) => {
  await mainOf(page).getByRole("button", { name: "Publish", exact: true }).click();
  await expect(message(page, PUBLISHED)).toBeVisible();
};

test("the owner changes name, look, packages, categories, announcement and legal texts by the browser alone", async ({
  browser,
  openShop,
}) => {
  const shop = await openShop({ OWNER_PASSWORD: PASSWORD, DEMO_DATA: "off" });
  const page = await openPage(browser, shop.url);
  const consoleErrors = collectConsoleErrors(page);
  const token = await logIn(shop.url);
  const open = (path: string) => visitWith(page, `${shop.url}${path}`, { token });
  const textOf = async (path: string) => (await fetch(`${shop.url}${path}`)).text();

  await test.step("a wrong value is marked at its field and nothing is published", async () => {
    await open("/admin/settings/business");
    await page.getByLabel("WhatsApp number").fill("call me");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByLabel("WhatsApp number")).toBeFocused();
    await expect(page.getByLabel("WhatsApp number")).toHaveAccessibleDescription(/must be digits/);
    expect(await textOf("/")).toContain("Nakshatra");
    await expectAccessible(page);
  });
  await test.step("a preview shows the real page with the draft; visitors see the old one", async () => {
    await page.getByLabel("WhatsApp number").fill("919111111111");
    await page.getByLabel("Shop name").fill("Tara Stones");
    const [preview] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("button", { name: "Preview" }).click(),
    ]);
    await expect(preview.getByRole("link", { name: "Tara Stones, home" }).first()).toBeVisible();
    await expect(preview.getByText("Preview: visitors do not see this yet.")).toBeVisible();
    await preview.close();
    expect(await textOf("/")).not.toContain("Tara Stones");
    await open("/admin/settings/business");
    await expect(page.getByText("This is a draft: visitors do not see it yet.")).toBeVisible();
    await expect(page.getByLabel("Shop name")).toHaveValue("Tara Stones");
  });
  await test.step("published, every public page, its data and the manifest have the new name", async () => {
    await publish(page);
    await expect(page.getByRole("link", { name: "Tara Stones, home" }).first()).toBeVisible();
    for (const path of [
      "/",
      "/about",
      "/contact",
      "/products",
      "/courses",
      "/experts",
      "/blogs",
      "/login",
      "/terms_and_conditions",
    ]) {
      const html = await textOf(path);
      expect(html, path).toContain("Tara Stones");
      expect(html, path).not.toContain(`>${defaultSettings.business.brand}<`);
    }
    expect(await textOf("/")).toContain('"name":"Tara Stones"');
    expect(await textOf("/manifest.webmanifest")).toContain("Tara Stones");
  });
  await test.step("an accent colour and a logo are shown at once", async () => {
    await open("/admin/settings/look");
    await page.getByLabel("Accent colour").fill("#101010");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByLabel("Accent colour")).toHaveAccessibleDescription(/4\.5:1/);
    await page.getByLabel("Accent colour").fill("#8fd3c1");
    const file = { name: "logo.png", mimeType: "image/png", buffer: await picture("png", 300, 300) };
    await page.getByLabel("Logo (optional)").setInputFiles(file);
    await expect(page.getByRole("img", { name: "Logo now" })).toBeVisible();
    await publish(page);
    await page.goto(`${shop.url}/`);
    await expect(page.getByRole("link", { name: "Explore Courses" }).first()).toHaveCSS(
      "background-color",
      "rgb(143, 211, 193)",
    );
    await expect(page.getByRole("banner").locator("img")).toHaveAttribute("src", /^\/uploads\//);
  });
  await test.step("a package's price and a category's name change; the first address still works", async () => {
    await open("/admin/settings/packages");
    await page.getByLabel("Audio price").first().fill("950");
    await publish(page);
    expect(await textOf("/")).toContain("₹950");
    await open("/admin/settings/categories");
    await page.getByLabel("Name", { exact: true }).first().fill("Ornaments");
    await publish(page);
    await page.goto(`${shop.url}/products/jewellery/rings`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rings");
    await page.goto(`${shop.url}/products/ornaments`);
    await expect(page.getByRole("navigation", { name: "Categories" }).getByText("Ornaments")).toBeVisible();
    await expect(mainOf(page).getByRole("article").first()).toBeVisible();
  });
  await test.step("a legal text starts from the standard one and replaces it", async () => {
    await open("/admin/settings/legal");
    await page.getByRole("button", { name: "Start from the standard text of the Terms" }).click();
    await expect(page.getByLabel("Terms and Conditions")).toHaveValue(/^## Who we are\n\nTara Stones/);
    await page.getByLabel("Terms and Conditions").fill("## Our word\n\nWe keep it.\n\n- Always\n- Everywhere");
    await publish(page);
    await page.goto(`${shop.url}/terms_and_conditions`);
    await expect(page.getByRole("region", { name: "Our word" }).getByRole("listitem")).toHaveText([
      "Always",
      "Everywhere",
    ]);
  });
  await test.step("of two owners at once the second is asked, and history brings the defaults back", async () => {
    await open("/admin/settings/announcement");
    await fetch(`${shop.url}/api/settings/announcement`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ version: 0, values: { text: "Closed on Holi", link: "" } }),
    });
    await page.getByLabel("Announcement (optional)").fill("Closed on Diwali");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "These settings were changed meanwhile" });
    await expect(dialog.getByRole("listitem")).toHaveText(["Announcement"]);
    await dialog.getByRole("button", { name: "Publish mine over it" }).click();
    await expect(page.getByRole("complementary", { name: "Announcement" })).toHaveText("Closed on Diwali");
    await page.getByText("Earlier versions").click();
    await page.getByRole("button", { name: "Go back to the defaults" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("complementary", { name: "Announcement" })).toHaveCount(0);
  });
  await page.context().close();
  // The refusals, and the demo catalogue's pictures, which this shop does not have.
  expect(consoleErrors.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([]);
});
