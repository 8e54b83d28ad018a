import type { Browser, Page } from "@playwright/test";
import { expect } from "./test.ts";

export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** On a phone with text at 200 % the page does not scroll sideways, and the header's controls are on the screen. */
export async function expectPhoneFitsWithLargeText(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 });
  const found = await page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = "200%";
    const controls = [...document.querySelectorAll("body > header :is(a, button)")];
    const isOutside = ({ left, right }: DOMRect) => left < 0 || right > root.clientWidth;
    const outside = controls.filter((one) => one.checkVisibility() && isOutside(one.getBoundingClientRect()));
    const sideways = root.scrollWidth - root.clientWidth;
    root.style.removeProperty("font-size");
    return { sideways, outside: outside.map(({ outerHTML }) => outerHTML) };
  });
  expect(found, `${page.url()} with text at 200 %`).toEqual({ sideways: 0, outside: [] });
}

/** The same, and the page has the size that it had before. */
export async function expectFitsWithLargeText(page: Page) {
  const before = page.viewportSize()!;
  await expectPhoneFitsWithLargeText(page);
  await page.setViewportSize(before);
}

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
