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
  // Else another process is begun beside every page, in case one is needed soon.
  "--renderer-process-limit=1",
];

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/support/demo-shop.ts",
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  // A test that passes at its second try is named at the end of the run (CONTRIBUTING.md); the second try is traced.
  retries: 1,
  forbidOnly: true,
  outputDir: "test-results/e2e",
  // Projects share no worker, so the shops in which visitors count the demo's pieces are not those the owner edits.
  projects: [
    { name: "shop", testMatch: /\/e2e\/(?!admin-)[^/]+\.test\.ts$/ },
    { name: "admin", testMatch: /\/e2e\/admin-[^/]+\.test\.ts$/ },
  ],
  use: {
    launchOptions: { executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args },
    trace: "on-first-retry",
    // Fades and slides are waiting time. Tests about motion ask for it with `emulateMedia`.
    contextOptions: { reducedMotion: "reduce" },
  },
});
