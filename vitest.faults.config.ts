import { defineConfig } from "vitest/config";
import usual from "./vitest.config.ts";

/** `npm run test:faults`: the faults in their long form, one after the other, so that none disturbs another. */
export default defineConfig({
  test: { ...usual.test, include: ["tests/faults/**/*.test.ts"], maxWorkers: 1, env: { FAULTS: "long" } },
});
