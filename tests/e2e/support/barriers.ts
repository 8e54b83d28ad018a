import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { sidewaysScroll } from "./checks.ts";
import { expect } from "./test.ts";

const { resolve } = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const AXE = readFileSync(resolve("axe-core/axe.min.js"), "utf8");

/**
 * Nothing on the page as it stands bars anyone, as far as a machine can tell. The legacy mode is the one that opens no
 * second page for its reckoning; what it cannot do is look into frames of other sites.
 */
export async function expectNoBarrier(page: Page) {
  // Left to itself the builder has the page read its half megabyte twice for every look.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await new AxeBuilder({ page, axeSource: "void 0" })
    .setLegacyMode()
    .options({ resultTypes: ["violations"], preload: false })
    .analyze();
  const barriers = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(barriers.map(({ id, nodes }) => ({ page: page.url(), id, nodes: nodes.map((node) => node.html) }))).toEqual(
    [],
  );
}

/** The same at a desk and on a phone, of a page that is opened once and then made narrow; nor does it scroll sideways. */
export async function expectNoBarrierAtAnyWidth(page: Page) {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expectNoBarrier(page);
    expect(await sidewaysScroll(page), `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
  }
}
