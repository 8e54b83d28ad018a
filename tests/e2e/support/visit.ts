import type { Locator, Page } from "@playwright/test";
import { hydrated } from "../../support/hydrated.ts";
import type { StoredLine } from "./cart.ts";
import { expect } from "./test.ts";

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Opens a page and answers once it can be used. */
export async function visit(page: Page, path: string) {
  const response = await page.goto(path);
  await hydrated(page);
  return response!;
}

/**
 * The same in a browser that has kept a token, a cart or both from an earlier visit: they are there before the page's own
 * scripts run, and a reload later finds what the page has made of them.
 */
export async function visitWith(page: Page, path: string, stored: { token?: string; cart?: StoredLine[] | string }) {
  const texts = Object.entries(stored).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const script = await page.addInitScript((all) => {
    for (const [name, text] of all) localStorage.setItem(name!, text!);
  }, texts);
  const response = await visit(page, path);
  await script.dispose();
  return response;
}

/** Presses Tab, as someone without a mouse does, until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, most = 60) {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} was not reached with the Tab key`);
}

/** What is said in the console of a page that is not the test's own, apart from the status of a refused address. */
export function consoleOf(page: Page) {
  const said: string[] = [];
  page.on("console", (message) => {
    const isStatus = message.text().startsWith("Failed to load resource: the server responded with a status of");
    if (["error", "warning"].includes(message.type()) && !isStatus) said.push(message.text());
  });
  page.on("pageerror", (error) => said.push(String(error)));
  return said;
}

export const cards = (page: Page) => page.getByRole("main").getByRole("article");

/** The list shows just these pieces, in this order. */
export const expectPieces = (page: Page, titles: string[]) => expect(cards(page).getByRole("link")).toHaveText(titles);

/** An overlay that has closed gives its entry in the history back a moment later; whoever is quicker than that is no person. */
export const expectNoOverlayEntry = (page: Page) =>
  expect.poll(() => page.evaluate(() => Boolean(history.state?.overlay))).toBe(false);
