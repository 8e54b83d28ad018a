import type { Page } from "@playwright/test";

/** Waits until React has hydrated the page: earlier clicks would be lost. See `src/web/entry.client.tsx`. */
export const hydrated = (page: Page) =>
  // A locator looks again after up to half a second, which every visit of every test would wait.
  page.waitForFunction(() => "hydrated" in document.documentElement.dataset, undefined, { polling: 50 });
