import { defineConfig } from "@playwright/test";
import usual from "../../playwright.config.ts";

/** `npm run test:links`: presses every kind of link on every kind of page. `press.test.ts` says what is checked. */
export default defineConfig({
  ...usual,
  testDir: ".",
  globalSetup: "./setup.ts",
  // Each test opens contexts of its own, and all tests share one shop.
  fullyParallel: true,
  // A worker waits part of its time until a page stands still: three keep two processors busy.
  workers: 3,
  // A broken link in the frame of the pages fails on each of them.
  maxFailures: 20,
  outputDir: "../../test-results/links",
  projects: [{ name: "links" }],
});
