import { defineConfig } from "vitest/config";
import usual from "./vitest.config.ts";

/** `npm run test:soak`: many minutes of ordinary days. */
export default defineConfig({
  test: { ...usual.test, include: ["tests/soak/**/*.test.ts"] },
});
