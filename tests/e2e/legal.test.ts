import type { Page } from "@playwright/test";
import { defaultSettings } from "../../site.config.ts";
import { expectAccessible } from "./support/accessibility.ts";
import { expect, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const { grievance } = defaultSettings.business;
const { business: site } = defaultSettings;

/** The document has its title, a date and links to all its sections, and is accessible. */
async function expectDocument(page: Page, title: string) {
  await expect(page).toHaveTitle(`${title} | ${site.brand}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(/^Last updated: \d{1,2} [A-Z][a-z]{2} \d{4}$/)).toBeVisible();

  // Both documents are made of the same parts. That they fit on phones: page-quality.test.ts.
  if (title === "Terms and Conditions") await expectAccessible(page);
  const contents = page.getByRole("navigation", { name: "On this page" });
  const parts = page.getByRole("main").getByRole("region").getByRole("heading", { level: 2 });
  await expect(parts).toHaveText(await contents.getByRole("link").allTextContents());
  await contents.getByRole("link").last().click();
  await expect(parts.last()).toBeInViewport();
}

test("the terms name payment, notices, law, courts and grievance officer; every footer links to both documents, which link to each other", async ({
  page,
}) => {
  await visit(page, "/products");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms and Conditions" }).click();
  await expect(page).toHaveURL("/terms_and_conditions");
  await expectDocument(page, "Terms and Conditions");
  for (const words of [
    "Full payment is due at the time of booking",
    "refunds are not guaranteed",
    "governed by the laws of India",
    "The courts at Nagpur",
    "Consumer Protection Act, 2019",
    "we promise no result",
  ]) {
    await expect(page.getByRole("main").getByText(words)).toBeVisible();
  }
  const notices = (part: string) => page.getByRole("region", { name: part, exact: true }).getByRole("listitem");
  await expect(notices("Products")).toHaveText([/^No cancellation/, /^No refund/, /^No return or exchange/]);
  await expect(notices("Courses")).toHaveText([/^No cancellation/, /^No refund/, /^No transfer of service/]);

  const grievances = page.getByRole("region", { name: "Grievances" });
  await expect(grievances.getByText(`Name: ${grievance.name}`)).toBeVisible();
  await expect(grievances.getByRole("link", { name: grievance.email })).toBeVisible();
  await expect(grievances.getByText("within 48 hours and resolve it within one month")).toBeVisible();
  await test.step("the privacy policy names the two entries of the browser storage", async () => {
    await page.getByRole("main").getByRole("link", { name: "Privacy Policy" }).click();
    await expect(page).toHaveURL("/privacy_policy");
    await expectDocument(page, "Privacy Policy");
    const stored = page.getByRole("region", { name: "What is stored in your browser" }).getByRole("listitem");
    await expect(stored).toHaveText([/^“token”/, /^“cart”/]);
    // The form service is named only if the shop uses one.
    await expect(page.getByText("Web3Forms")).toHaveCount(0);
    await page.getByRole("main").getByRole("link", { name: "Terms and Conditions" }).click();
    await expect(page).toHaveURL("/terms_and_conditions");
    await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).click();
    await expect(page).toHaveURL("/privacy_policy");
  });
});
