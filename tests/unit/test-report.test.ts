import { writeFile } from "node:fs/promises";
import path from "node:path";
import { test as base, expect } from "vitest";
import { formatTests, readPlaywright, readVitest } from "../../scripts/test-report.mjs";
import { temporaryFolder } from "../support/temporary-folder.ts";

const test = base.extend<{ write: (report: object) => Promise<string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures are wanted from the pattern.
  write: async ({}, use) => {
    const home = await temporaryFolder();
    const file = path.join(home.folder, "report.json");
    await use(async (report) => {
      await writeFile(file, JSON.stringify(report));
      return file;
    });
    await home.remove();
  },
});

const browserTest = (title: string, status: string, ...errors: string[]) => ({
  title,
  file: "cart.test.ts",
  line: 12,
  tests: [{ status, results: errors.map((message) => ({ errors: [{ message }] })) }],
});
const browserReport = (...specs: object[]) => ({
  suites: [{ title: "cart.test.ts", specs: [], suites: [{ title: "on a phone", specs }] }],
  errors: [],
});

test("a failed test is reported by file, line and name, with the first lines of its error", async ({ write }) => {
  const report = await write({
    numPassedTests: 7,
    testResults: [
      {
        name: "/shop/tests/integration/search.test.ts",
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "finds" },
          {
            status: "failed",
            fullName: "ranks",
            location: { line: 31, column: 1 },
            failureMessages: [
              `\u001B[31mexpected\u001B[39m 1\n    at /shop/node_modules/vitest/run.js:1:1\n${"deep\n".repeat(100)}`,
            ],
          },
        ],
      },
      { name: "/shop/tests/unit/money.test.ts", status: "failed", message: "Cannot find module", assertionResults: [] },
    ],
  });
  const found = readVitest(report, "/shop");
  const lines = formatTests(found);
  expect([found.passed, found.failed.length]).toEqual([7, 2]);
  expect(lines.slice(0, 3)).toEqual([
    "FAILED  tests/integration/search.test.ts:31  ranks",
    "    expected 1",
    "    deep",
  ]);
  expect(lines.slice(-2)).toEqual(["FAILED  tests/unit/money.test.ts  the file itself", "    Cannot find module"]);
  expect(lines.length).toBeLessThan(15);
});

test("a browser test that passes on retry counts as passed and is reported as flaky", async ({ write }) => {
  const specs = [
    browserTest("adds", "expected"),
    browserTest("removes", "flaky", "Timed out"),
    browserTest("x", "skipped"),
  ];
  const found = readPlaywright(await write(browserReport(...specs)), "tests/e2e");
  expect([found.passed, found.failed]).toEqual([2, []]);
  expect(formatTests(found)).toEqual(["FLAKY  tests/e2e/cart.test.ts:12  on a phone › removes", "    Timed out"]);
});

test("more than three flaky browser tests fail the run", async ({ write }) => {
  const flaky = (many: number) => Array.from({ length: many }, (_, at) => browserTest(`test ${at}`, "flaky", "Late"));
  expect(readPlaywright(await write(browserReport(...flaky(3))), "tests/e2e").failed).toEqual([]);
  const { failed, passed } = readPlaywright(await write(browserReport(...flaky(4))), "tests/e2e");
  expect([passed, failed.map(({ title }) => title)]).toEqual([4, ["4 tests were flaky, over 3"]]);
});

test("a browser test that fails twice has failed, and so has an error outside any test", async ({ write }) => {
  const report = browserReport(browserTest("pays", "unexpected", "first", "second"));
  const found = readPlaywright(await write({ ...report, errors: [{ message: "No such file" }] }), "tests/e2e");
  expect(formatTests(found)).toEqual([
    "FAILED  tests/e2e/cart.test.ts:12  on a phone › pays",
    "    first",
    "FAILED  tests/e2e  outside any test",
    "    No such file",
  ]);
});
