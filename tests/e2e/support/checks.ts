import type { Browser, Page } from "@playwright/test";

export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Each rendering of a page has its own nonce. */
export const withoutNonces = (html: string) => html.replace(/nonce="[^"]*"|"nonce":"[^"]*"/g, "");

/** The JSON-LD of the page. */
export async function readStructuredData(page: Page) {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => JSON.parse(text));
}

/** Opens a page with JavaScript disabled. */
export async function withoutScripts(browser: Browser, baseURL: string | undefined, path: string) {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
