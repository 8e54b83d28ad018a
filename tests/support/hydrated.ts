import type { Page } from "@playwright/test";

/** Waits until React has hydrated the page: earlier clicks would be lost. See `src/web/entry.client.tsx`. */
export const hydrated = (page: Page) => page.locator("html[data-hydrated]").waitFor({ state: "attached" });
