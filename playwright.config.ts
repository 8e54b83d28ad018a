import { defineConfig } from "@playwright/test";

/** Debian's Chromium never leaves the machine: no updates, no look-ups, no sandbox where root runs it. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/support/demo-shop.ts",
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // A second try only tells what kind of failure it was, and traces it; it counts as failed all the same.
  retries: 1,
  forbidOnly: true,
  outputDir: "test-results/e2e",
  // Projects share no worker, so the shops in which visitors count the demo's pieces are not those the owner edits.
  projects: [
    { name: "shop", testIgnore: /\/admin-/ },
    { name: "admin", testMatch: /\/admin-[^/]*\.test\.ts$/ },
  ],
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args },
    trace: "on-first-retry",
  },
});
