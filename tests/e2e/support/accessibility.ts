import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expectPhoneFitsWithLargeText, sidewaysScroll } from "./checks.ts";
import { expect } from "./test.ts";

const { resolve } = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const AXE = readFileSync(resolve("axe-core/axe.min.js"), "utf8");

export const WHOLE_PAGE = "html";

/** Axe's rules whose violations are never serious: running them takes a fifth of the time. */
const mildRules = (page: Page) =>
  page.evaluate(() => {
    const { rules } = (window as unknown as { axe: { _audit: { rules: { id: string; impact: string }[] } } }).axe
      ._audit;
    return rules.filter(({ impact }) => impact === "minor" || impact === "moderate").map(({ id }) => id);
  });

/**
 * Axe finds no serious violation on the page, or within a part of it.
 * Legacy mode opens no second page; it cannot look into cross-origin frames.
 */
export async function expectAccessible(page: Page, within?: string, skippedRules: string[] = []) {
  // Load axe once: the builder would inject its 500 kB twice for every check.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const builder = new AxeBuilder({ page, axeSource: "void 0" })
    .setLegacyMode()
    .options({ resultTypes: ["violations"], preload: false })
    .disableRules([...(await mildRules(page)), ...skippedRules]);
  if (within) builder.include(within);
  const { violations } = await builder.analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => ({ page: page.url(), id, nodes: nodes.map((node) => node.html) }))).toEqual([]);
}

/** Without the frame that every page has. */
const ownPart = async (page: Page) => ((await page.locator("dialog[open]").count()) > 0 ? "dialog[open]" : "main");

/** Resizing lays out the whole page again, which is slow. */
async function setWidth(page: Page, width: number) {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 740 });
}

/** No horizontal scrolling on desktop and phone widths, also with large text. Leaves the page at phone width. */
export async function expectFitsAtAllWidths(page: Page) {
  for (const width of [1280, 360]) {
    await setWidth(page, width);
    expect(await sidewaysScroll(page), `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await expectPhoneFitsWithLargeText(page);
}

/**
 * Accessible on desktop and phone widths, without horizontal scrolling, also with large text.
 * Only the page's own part is checked: its frame is the same everywhere, and is checked in `accessibility.test.ts`
 * and `admin-quality.test.ts` with `WHOLE_PAGE`.
 * Contrast takes two thirds of the time and is checked at desktop width: the colours are the same.
 */
export async function expectAccessibleAtAllWidths(page: Page, within?: string) {
  const part = within ?? (await ownPart(page));
  for (const width of [1280, 360]) {
    await setWidth(page, width);
    await expectAccessible(page, part, width === 360 ? ["color-contrast"] : []);
    expect(await sidewaysScroll(page), `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await expectPhoneFitsWithLargeText(page);
}

/**
 * For further states of a screen: axe at desktop width and only in the open dialog or the page's own part, since every
 * page has the same frame; the layout at the same widths as above.
 */
export async function expectAccessibleAndFits(page: Page) {
  await setWidth(page, 1280);
  await expectAccessible(page, await ownPart(page));
  for (const width of [1280, 360]) {
    await setWidth(page, width);
    expect(await sidewaysScroll(page), `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await expectPhoneFitsWithLargeText(page);
}
