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

/** Without the frame that every page has. */
const ownPart = async (page: Page) => ((await page.locator("dialog[open]").count()) > 0 ? "dialog[open]" : "main");

/**
 * Axe finds no serious violation in the open dialog, else in the page's own part. `within` names another part.
 * The frame is the same everywhere, and is checked in `accessibility.test.ts` and `admin-quality.test.ts` with
 * `WHOLE_PAGE`. Legacy mode opens no second page; it cannot look into cross-origin frames.
 */
export async function expectAccessible(page: Page, within?: string) {
  // Load axe once: the builder would inject its 500 kB twice for every check.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const builder = new AxeBuilder({ page, axeSource: "void 0" })
    .setLegacyMode()
    .options({ resultTypes: ["violations"], preload: false })
    .disableRules(await mildRules(page))
    .include(within ?? (await ownPart(page)));
  const { violations } = await builder.analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => ({ page: page.url(), id, nodes: nodes.map((node) => node.html) }))).toEqual([]);
}

/** Resizing lays out the whole page again, which is slow. */
async function setDesktopWidth(page: Page) {
  if (page.viewportSize()?.width !== 1280) await page.setViewportSize({ width: 1280, height: 740 });
}

/** No horizontal scrolling on desktop and phone widths, also with large text. Leaves the page at phone width. */
export async function expectFitsAtAllWidths(page: Page) {
  await setDesktopWidth(page);
  expect(await sidewaysScroll(page), `${page.url()} at 1280 px`).toBeLessThanOrEqual(0);
  await expectPhoneFitsWithLargeText(page);
}

/**
 * No serious violation at desktop width, and no horizontal scrolling there or on phones, also with large text. What only
 * phones show is checked in `accessibility.test.ts` and `admin-quality.test.ts`. Leaves the page at phone width.
 */
export async function expectAccessibleAndFits(page: Page, within?: string) {
  await setDesktopWidth(page);
  await expectAccessible(page, within);
  await expectFitsAtAllWidths(page);
}
