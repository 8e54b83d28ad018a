import { defineConfig } from "vitest/config";

/** They bring their own database, so there is nothing to learn from them on another. */
const faults = process.env.DATABASE_URL ? [] : ["tests/faults/**/*.test.ts"];

export default defineConfig({
  test: {
    include: ["tests/unit/**/*.test.ts", "tests/integration/**/*.test.ts", ...faults],
    globalSetup: "tests/support/postgres-server.ts",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
