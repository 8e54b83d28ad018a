import { randomInt } from "node:crypto";
import { defineConfig } from "vitest/config";
import usual from "./vitest.config.ts";

/** Printed, because a failed search for hostile calls is repeated with its seed. */
const seed = process.env.FC_SEED ?? String(randomInt(2 ** 31));
process.stdout.write(`FC_SEED=${seed}\n`);

/** `npm run test:long`: faults, attacks, the soak and hostile calls in their long form, one file after the other. */
export default defineConfig({
  test: {
    ...usual.test,
    include: ["tests/long/**/*.test.ts", "tests/integration/hostile-*.test.ts"],
    maxWorkers: 1,
    env: { LONG: "1", FC_SEED: seed, HOSTILE_TIMES: process.env.HOSTILE_TIMES ?? "25" },
  },
});
