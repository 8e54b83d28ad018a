import type { Browser, Locator, Page } from "@playwright/test";
import { orderStatuses } from "../../../src/contracts/orders/order-rules.ts";
import { cartButton } from "./cart.ts";
import { expect } from "./test.ts";

export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The page does not scroll sideways, also with text at 200 %, and the header's controls are on the screen. */
export async function expectLargeTextFits(page: Page) {
  const found = await page.evaluate(() => {
    const root = document.documentElement;
    const plain = root.scrollWidth - root.clientWidth;
    root.style.fontSize = "200%";
    const controls = [...document.querySelectorAll("body > header :is(a, button)")];
    const isOutside = ({ left, right }: DOMRect) => left < 0 || right > root.clientWidth;
    const outside = controls.filter((one) => one.checkVisibility() && isOutside(one.getBoundingClientRect()));
    const sideways = { plain, large: root.scrollWidth - root.clientWidth };
    root.style.removeProperty("font-size");
    return { sideways, outside: outside.map(({ outerHTML }) => outerHTML) };
  });
  expect(found, `${page.url()} at ${page.viewportSize()?.width} px`).toEqual({
    sideways: { plain: 0, large: 0 },
    outside: [],
  });
}

/** The same on a phone. */
export async function expectPhoneFitsWithLargeText(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectLargeTextFits(page);
}

/** The same, and afterwards the page has the size that it had before. */
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

/** Measures the cumulative layout shift of the following pages. Returns a function that reads it. */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
}

/** The controls that the floating cart lies on while the page is scrolled to its end, or from its top in steps. */
const controlsUnderCart = (page: Page, isEndOnly: boolean) =>
  cartButton(page).evaluate((cart, onlyEnd) => {
    let box = cart.getBoundingClientRect();
    const controls = [...document.querySelectorAll("main :is(a, button, input, select, textarea, summary), footer a")];
    const isUnder = (control: Element) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const [x, width] = [Math.max(left, box.left), Math.min(right, box.right) - Math.max(left, box.left)];
      const [y, height] = [Math.max(top, box.top), Math.min(bottom, box.bottom) - Math.max(top, box.top)];
      if (width < 1 || height < 1) return false;
      const below = document.elementsFromPoint(x + width / 2, y + height / 2).find((one) => !cart.contains(one));
      return control.contains(below ?? null);
    };
    const end = document.documentElement.scrollHeight - innerHeight;
    const covered = new Set<string>();
    for (let y = onlyEnd ? end : 0; y <= end; y += 150) {
      scrollTo(0, y);
      box = cart.getBoundingClientRect();
      for (const control of controls.filter(isUnder)) covered.add(control.outerHTML.slice(0, 120));
    }
    return [...covered];
  }, isEndOnly);

async function atEachWidth(page: Page, isEndOnly: boolean, widths = [320, 390, 768, 1280]) {
  const found: Record<number, string[]> = {};
  for (const width of widths) {
    // Resizing lays out the whole page again, even to the same size.
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 740 });
    const covered = await controlsUnderCart(page, isEndOnly);
    if (covered.length > 0) found[width] = covered;
  }
  return found;
}

/** At each width: empty when every control can be scrolled clear of the cart, because the page ends with room for it. */
export const controlsUnderCartAtEnd = (page: Page, widths?: number[]) => atEachWidth(page, true, widths);

/** At each width: empty when the cart covers no control wherever the page is scrolled to. */
export const controlsEverUnderCart = (page: Page, widths?: number[]) => atEachWidth(page, false, widths);

/** Green paid, yellow pending, red cancelled, grey otherwise. */
export async function expectStatusColours(chipOf: (status: string) => Locator) {
  const colours: Record<string, string> = {};
  for (const status of orderStatuses) {
    colours[status] = await chipOf(status).evaluate((element) => getComputedStyle(element).backgroundColor);
  }
  expect(colours).toEqual({
    paid: "rgb(232, 239, 226)",
    pending: "rgb(233, 207, 152)",
    cancelled: "rgb(248, 233, 230)",
    shipped: "rgb(228, 228, 231)",
    delivered: "rgb(228, 228, 231)",
  });
}
