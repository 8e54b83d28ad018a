import type { Locator, Page } from "@playwright/test";
import { picture } from "../../support/pictures.ts";
import { openPage } from "./account.ts";
import { test as base } from "./own-records.ts";
import { expect } from "./test.ts";
import { collectConsoleErrors, visitWith } from "./visit.ts";

interface AdminFixtures {
  /** Opens an admin screen as the owner. */
  openAdmin: (path: string) => Promise<Page>;
  /** The same on a separate page whose requests may fail. Other console errors still fail the test. */
  openFailing: (path: string) => Promise<Page>;
}

/** Tests of the admin, logged in as the owner. */
export const test = base.extend<AdminFixtures>({
  openAdmin: async ({ page, ownerToken }, use) => {
    await use(async (path) => {
      await visitWith(page, path, { token: ownerToken });
      return page;
    });
  },
  openFailing: async ({ browser, baseURL, ownerToken, viewport }, use) => {
    let opened: { page: Page; consoleErrors: string[] } | undefined;
    await use(async (path) => {
      if (!opened) {
        const page = await openPage(browser, baseURL);
        if (viewport) await page.setViewportSize(viewport);
        opened = { page, consoleErrors: collectConsoleErrors(page) };
      }
      await visitWith(opened.page, path, { token: ownerToken });
      return opened.page;
    });
    if (!opened) return;
    await opened.page.context().close();
    expect(opened.consoleErrors.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([]);
  },
});

/** The link to a screen in the admin bar. */
export const adminLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name });

/** A failed load shows an error, and the retry button loads the list. */
export async function expectLoadErrorWithRetry(
  page: Page,
  { link, call }: Record<"link" | "call", string>,
  shown: Locator,
) {
  await page.route(call, (route) => route.abort());
  await adminLink(page, link).click();
  await expect(page.getByRole("alert")).toHaveText(`Failed to load ${link.toLowerCase()}`);
  await page.unroute(call);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(shown).toBeVisible();
}

/** A toast. */
export const message = (page: Page, text: string) => page.getByRole("status").getByText(text, { exact: true });

export const mainOf = (page: Page) => page.getByRole("main");

export const confirmDialog = (page: Page, name = "Confirm Delete") => page.getByRole("dialog", { name });

export const rowOf = (page: Page, name: string) => mainOf(page).getByRole("row").filter({ hasText: name });

/** The form that creates or edits a record. */
export const recordForm = (page: Page, name: RegExp | string = /^(New|Edit) /) =>
  mainOf(page).getByRole("form", { name });

export const saveButton = (page: Page) => recordForm(page).getByRole("button", { name: /^(Create|Update) / });

/** Fills the record's form by field name. */
export async function fillRecord(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const field = recordForm(page).locator(`[name=${name}]`);
    if (await field.evaluate((element) => element instanceof HTMLSelectElement)) await field.selectOption(value);
    else await field.fill(value);
  }
}

export const photo = async (name: string, height = 40) => ({
  name,
  mimeType: "image/png",
  buffer: await picture("png", 60, height),
});
