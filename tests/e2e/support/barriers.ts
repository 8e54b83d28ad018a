import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Nothing on the page as it stands bars anyone, as far as a machine can tell. */
export async function expectNoBarrier(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  const barriers = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(barriers.map(({ id, nodes }) => ({ page: page.url(), id, nodes: nodes.map((node) => node.html) }))).toEqual(
    [],
  );
}
