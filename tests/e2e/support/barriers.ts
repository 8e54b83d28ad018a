import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/**
 * Nothing on the page as it stands bars anyone, as far as a machine can tell. The legacy mode is the one that opens no
 * second page for its reckoning; what it cannot do is look into frames of other sites.
 */
export async function expectNoBarrier(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"], preload: false })
    .analyze();
  const barriers = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(barriers.map(({ id, nodes }) => ({ page: page.url(), id, nodes: nodes.map((node) => node.html) }))).toEqual(
    [],
  );
}
