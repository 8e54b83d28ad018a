import { defineConfig } from "vitest/config";
import usual from "./vitest.config.ts";

/** `npm run test:attacks`: the attacks that were tried on the shop, the mixed one for a minute. */
export default defineConfig({
  test: {
    ...usual.test,
    include: [
      "tests/attacks/**/*.test.ts",
      "tests/integration/{serving-under-attack,overload,login-bursts,login-limits}.test.ts",
      "tests/integration/{orders-limits,payments-claims,privacy-account,enquiries}.test.ts",
    ],
    maxWorkers: 1,
    env: { ATTACKS: "long" },
  },
});
