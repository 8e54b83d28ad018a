import type { Page } from "@playwright/test";

/** Waits until the page's scripts listen: what is clicked before would be lost. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith("__reactFiber")));
