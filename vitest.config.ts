import { defineConfig } from "vitest/config";
import { databaseTests } from "./tests/support/database-tests.ts";

/** These start whole shops with their own database, so there is nothing to learn from them on another. */
const long = process.env.DATABASE_URL ? [] : ["tests/long/**/*.test.ts"];
const tests = ["tests/unit/**/*.test.ts", "tests/integration/**/*.test.ts", ...long];

export default defineConfig({
  test: {
    include: process.env.DATABASE_ONLY ? databaseTests(tests) : tests,
    globalSetup: "tests/support/postgres-server.ts",
    pool: "forks",
    // A worker imports the shop once for all its files, which takes longer than most files do; what a file leaves in a
    // module is there for the next one.
    isolate: false,
    // Two keep two processors busy but for the waiting that some tests are about.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // So that a failed test is reported with its line.
    includeTaskLocation: true,
  },
});
