import type { Page } from "@playwright/test";
import { defaultSettings } from "../../site.config.ts";
import type { FirstDay } from "../../src/contracts/settings/settings-calls.ts";
import { picture } from "../support/pictures.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { logInAs, openPage, storedToken } from "./support/account.ts";
import { adminLink, confirmDialog, mainOf, message } from "./support/admin.ts";
import { expect, OWNER, test } from "./support/test.ts";
import { collectConsoleErrors, FIXED_PAGES, visit } from "./support/visit.ts";

const PUBLISHED = "✅ Published. Every page shows it now.";
const panel = (page: Page, name: string | RegExp) => page.getByRole("region", { name });

/** The message of an earlier one may still be shown. */
const publish = async (page: Page) => {
  const button = mainOf(page).getByRole("button", { name: "Publish", exact: true });
  const saved = page.waitForResponse((response) => response.request().method() === "PUT");
  await button.click();
  await saved;
  await expect(button).toBeEnabled();
  await expect(message(page, PUBLISHED)).toBeVisible();
};

test("a new owner sets up the demo shop in the browser: settings, pictures, a product, and no demo data", async ({
  browser,
  openShop,
  request,
}) => {
  const shop = await openShop({});
  const page = await openPage(browser, shop.url);
  const consoleErrors = collectConsoleErrors(page);
  const textOf = async (path: string) => (await request.get(`${shop.url}${path}`)).text();
  await logInAs(page, OWNER, "/admin/login");

  await test.step("the dashboard lists the open items of the checklist with links", async () => {
    const list = panel(page, "First day (0 of 9 done)");
    await expect(list.getByRole("heading", { level: 3 })).toHaveText([
      "Your shop's name and contact: to do",
      "Your story: to do",
      "Your first product: to do",
      "Payments: to do",
      "Mail: to do",
      "Your own address: to do",
      "Legal texts: to do",
      "Addresses and delivery: to do",
      "No more demo data: to do",
    ]);
    await list.getByRole("link", { name: "Demo data" }).click();
    await expect(page).toHaveURL("/admin/first-day#demo");
    await expect(panel(page, "Payments").getByRole("definition")).toContainText(["Sandbox", "Not set", "None", "None"]);
    await expectAccessible(page);
  });
  await test.step("the test mail says where it went", async () => {
    await page.getByRole("button", { name: "Send me a test mail" }).click();
    await expect(panel(page, "Mail").getByRole("status")).toContainText(
      `the mail to ${OWNER.email} was written to a file`,
    );
  });
  await test.step("a wrong value is marked at its field and nothing is published", async () => {
    await visit(page, "/admin/settings/business");
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
    await page.getByLabel("Phone").first().fill("+91 91111 11111");
    const [preview] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("button", { name: "Preview" }).click(),
    ]);
    await expect(preview.getByRole("link", { name: "Tara Stones, home" }).first()).toBeVisible();
    await expect(preview.getByText("Preview: visitors do not see this yet.")).toBeVisible();
    await preview.close();
    expect(await textOf("/")).not.toContain("Tara Stones");
    await visit(page, "/admin/settings/business");
    await expect(page.getByText("This is a draft: visitors do not see it yet.")).toBeVisible();
    await expect(page.getByLabel("Shop name")).toHaveValue("Tara Stones");
  });
  await test.step("published, every public page, its data and the manifest have the new name", async () => {
    await publish(page);
    await expect(page.getByRole("link", { name: "Tara Stones, home" }).first()).toBeVisible();
    for (const path of FIXED_PAGES) {
      const html = await textOf(path);
      expect(html, path).toContain("Tara Stones");
      expect(html, path).toContain("+91 91111 11111");
      expect(html, path).not.toContain(`>${defaultSettings.business.brand}<`);
    }
    expect(await textOf("/")).toContain('"name":"Tara Stones"');
    expect(await textOf("/manifest.webmanifest")).toContain("Tara Stones");
  });
  await test.step("the checklist leads to the text that still names the old brand, which is marked", async () => {
    await adminLink(page, "First day").click();
    await mainOf(page).getByRole("link", { name: "Home and about" }).click();
    await expect(page).toHaveURL("/admin/settings/home#aboutUs.0.lead");
    const lead = page.locator('[name="aboutUs.0.lead"]');
    await expect(lead).toBeFocused();
    await expect(lead).toHaveAccessibleDescription("This text still names Nakshatra.");
    await expect(page.getByText("This text still names Nakshatra.")).toHaveCount(1);
    await lead.fill("Tara Stones began at a window in Pune.");
    await expect(page.getByText("This text still names Nakshatra.")).toHaveCount(0);
    await publish(page);
    await adminLink(page, "First day").click();
    await expect(mainOf(page).getByRole("heading", { name: /^Your story\s*: done/ })).toBeVisible();
    await expect(panel(page, "Demo data")).toContainText("photographs of the actual piece");
  });
  await test.step("an accent colour must be readable; a logo is shown at once", async () => {
    await visit(page, "/admin/settings/look");
    await page.getByLabel("Accent colour").fill("#101010");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByLabel("Accent colour")).toHaveAccessibleDescription(/4\.5:1/);
    await page.getByLabel("Accent colour").fill("#8fd3c1");
    const file = { name: "logo.png", mimeType: "image/png", buffer: await picture("png", 300, 300) };
    await page.getByLabel("Logo (optional)").setInputFiles(file);
    await expect(page.getByRole("img", { name: "Logo now" })).toBeVisible();
    await publish(page);
    await expect(page.getByRole("banner").locator("img")).toHaveAttribute("src", /^\/uploads\//);
  });
  await test.step("each registration is explained; tax classes are proposals until somebody confirms them", async () => {
    await visit(page, "/admin/settings/seller");
    const mode = page.getByLabel("How you are registered for GST");
    await expect(mode).toHaveAccessibleDescription(/^Buyers get numbered receipts.*accountant must confirm it\.$/);
    await mode.selectOption("Regular");
    await expect(mode).toHaveAccessibleDescription(/^Buyers get tax invoices\./);
    await mode.selectOption("unregistered");

    await visit(page, "/admin/settings/tax");
    const confirmed = page.getByLabel("Confirmed by (optional)");
    await expect(confirmed.first()).toHaveAccessibleDescription(/^Not confirmed\./);
    await confirmed.first().fill("CA Meera Shah");
    await expect(confirmed.first()).not.toHaveAccessibleDescription(/./);
    await page.getByLabel("Name", { exact: true }).nth(1).fill("Costume jewellery");
    await page.getByLabel("Class of pieces").selectOption("Costume jewellery");
    await expect(page.getByLabel("Category", { exact: true }).first()).toHaveValue("rudraksh");
    await expectAccessible(page);
    await publish(page);
  });
  await test.step("a package's price and tax class and a category's name change; the first address still works", async () => {
    await visit(page, "/admin/settings/packages");
    await page.getByLabel("Audio price").first().fill("950");
    await page.getByLabel("Tax class").first().selectOption("Costume jewellery");
    await publish(page);
    expect(await textOf("/")).toContain("₹950");
    await visit(page, "/admin/settings/categories");
    await page.getByLabel("Name", { exact: true }).first().fill("Ornaments");
    await publish(page);
    expect(await textOf("/products/jewellery/rings")).toContain("<title>Rings | Tara Stones</title>");
    expect(await textOf("/products/ornaments")).toMatch(/>Ornaments<.*<article/s);
  });
  await test.step("a legal text starts from the standard one and replaces it", async () => {
    await visit(page, "/admin/settings/legal");
    const terms = page.getByRole("textbox", { name: /^Terms and Conditions/ });
    await page.getByRole("button", { name: "Start from the standard text of the Terms" }).click();
    await expect(terms).toHaveValue(/^## Who we are\n\nTara Stones/);
    await terms.fill("## Our word\n\nWe keep it.\n\n- Always\n- Everywhere");
    await publish(page);
    expect(await textOf("/terms_and_conditions")).toMatch(
      />Our word<.*>We keep it\.<.*<li[^>]*>Always<.*<li[^>]*>Everywhere</s,
    );
  });
  await test.step("of two owners who save at once the second sees the conflict; the history restores the defaults", async () => {
    await visit(page, "/admin/settings/announcement");
    await request.put(`${shop.url}/api/settings/announcement`, {
      headers: { authorization: `Bearer ${await storedToken(page)}` },
      data: { version: 0, values: { text: "Closed on Holi", link: "" } },
    });
    await page.getByLabel("Announcement (optional)").fill("Closed on Diwali");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "These settings were changed meanwhile" });
    await expect(dialog.getByRole("listitem")).toHaveText(["Announcement"]);
    await dialog.getByRole("button", { name: "Publish mine over it" }).click();
    await expect(page.getByRole("complementary", { name: "Announcement" })).toHaveText("Closed on Diwali");
    await expect(page.getByRole("button", { name: "Keys" })).toBeInViewport({ ratio: 1 });
    await page.getByText("Earlier versions").click();
    await page.getByRole("button", { name: "Go back to the defaults" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("complementary", { name: "Announcement" })).toHaveCount(0);
  });
  await test.step("demo data is counted, then removed after a question; an own product stays", async () => {
    const product = { title: "Moonstone of Tara", category: "Tumbles", price: "450", stock: "3" };
    const headers = { authorization: `Bearer ${await storedToken(page)}` };
    await expect(await request.post(`${shop.url}/api/products`, { headers, multipart: product })).toBeOK();
    await adminLink(page, "First day").click();
    await expect(mainOf(page).getByText("4 of 9 done")).toBeVisible();
    await expect(panel(page, "Demo data")).toContainText(
      /^Demo data\d+ products, \d+ courses, \d+ experts and \d+ articles came/,
    );
    await page.getByRole("button", { name: "Remove demo data" }).click();
    const dialog = confirmDialog(page, "Remove demo data");
    await dialog.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByRole("status").getByText(/^🗑️ Removed \d+ products, /)).toBeVisible();
    await expect(panel(page, "Demo data")).toContainText("There is no demo data in this shop.");
    await expect(mainOf(page).getByText("5 of 9 done")).toBeVisible();
    expect(await (await request.get(`${shop.url}/api/products`)).json()).toMatchObject([
      { title: "Moonstone of Tara" },
    ]);
  });
  await test.step("the dashboard hides the checklist when all items are done", async () => {
    await page.route("**/api/first-day", async (route) => {
      const firstDay = (await (await route.fetch()).json()) as FirstDay;
      await route.fulfill({ json: { ...firstDay, items: firstDay.items.map((item) => ({ ...item, done: true })) } });
    });
    await adminLink(page, "Dashboard").click();
    await expect(panel(page, "Paid sales")).toBeVisible();
    await expect(panel(page, /^First day/)).toHaveCount(0);
  });
  await test.step("a shop without courses, experts and articles shows empty states with a next step", async () => {
    await visit(page, "/courses");
    await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveCount(0);
    await mainOf(page).getByRole("link", { name: "Meet our experts" }).click();
    await expect(page).toHaveURL("/experts");
    await expect(page.getByRole("heading", { name: "Coming Soon" })).toBeVisible();
    await mainOf(page).getByRole("link", { name: "Explore Courses" }).click();
    await expect(page).toHaveURL("/courses");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blogs" }).click();
    await expect(page.getByRole("heading", { name: "No Blogs Available" })).toBeVisible();
    // The button has the new accent colour.
    await expect(mainOf(page).getByRole("link", { name: "Explore Courses" })).toHaveCSS(
      "background-color",
      "rgb(143, 211, 193)",
    );
  });
  await page.context().close();
  // The refusals, and the demo catalogue's pictures, which this shop does not have.
  expect(consoleErrors.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([]);
});
