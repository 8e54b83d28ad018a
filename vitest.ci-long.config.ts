import { defineConfig } from "vitest/config";
import long from "./vitest.long.config.ts";

/** `npm test -- --long`, a stage of `.ci/run`: random histories, races and kills for some minutes, with another seed each time. */
export default defineConfig({
  test: {
    ...long.test,
    include: [
      // Files that are too long for `npm test`.
      "tests/slow/**/*.test.ts",
      ...["orders-model", "orders-model-concurrent", "appointments-model", "agents-totals", "orders-races"],
      ...["orders-kill", "refunds-kill", "back-in-stock-kill", "shop-process", "hostile-*"],
    ].map((name) => (name.includes("/") ? name : `tests/integration/${name}.test.ts`)),
    maxWorkers: 2,
    env: {
      FC_SEED: long.test?.env?.FC_SEED,
      ORDER_HISTORIES: "1000",
      HISTORIES_TIMES: "4",
      KILLS: "3",
      HOSTILE_TIMES: "3",
    },
  },
});
