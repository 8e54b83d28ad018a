import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { ensureBuilt, ensureInstalled, root, runTool } from "./setup.mjs";

const results = path.join(root, "test-results");
const tool = (name, ...args) => runTool([path.join(root, "node_modules/.bin", name), ...args]);
/** Only what touches the database: enough to try another PostgreSQL after a whole run. */
const isDatabaseOnly = process.argv.includes("--database-only");
/** Screens whose search, saving or buying is the database's work; how the others look does not depend on it. */
const DATABASE_SCREENS = [
  "purchase",
  "checkout-twice",
  "orders",
  "product-search",
  "product-filters",
  "account-register",
  "account-reset",
  "admin-products",
  "admin-csv",
  "admin-dashboard",
  "contact-form",
].map((name) => `/${name}.test.ts`);

const totals = { passed: 0, failed: 0 };
function count(passed, failed) {
  totals.passed += passed;
  totals.failed += failed;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** A check counts as one test. */
async function check(title, work) {
  console.log(`\n── ${title}`);
  count(...((await work()) === 0 ? [1, 0] : [0, 1]));
}

/** A suite counts as many as it ran; one that broke before it could tell counts as failed. */
async function suite(title, file, work, read) {
  console.log(`\n── ${title}`);
  const report = path.join(results, file);
  const code = await work(report);
  const found = readReport(report);
  const { passed, failed } = found ? read(found) : { passed: 0, failed: 1 };
  count(passed, code !== 0 && failed === 0 ? 1 : failed);
}

try {
  await ensureInstalled();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  if (!isDatabaseOnly) {
    await check("Types", async () => (await tool("react-router", "typegen")) || tool("tsc", "--noEmit"));
    await check("Lint and format", () => tool("biome", "ci", "--error-on-warnings"));
    await check("Borders", () => runTool(["scripts/check-borders.ts"]));
  }
  await ensureBuilt();
  await suite(
    "Unit and integration tests",
    "vitest.json",
    (report) => tool("vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`),
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numFailedTestSuites * Number(report.numFailedTests === 0),
    }),
  );
  process.env.CHROMIUM = await ensureChromium();
  await suite(
    "End-to-end tests",
    "playwright.json",
    (report) => {
      process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
      return tool("playwright", "test", "--reporter=list,json", ...(isDatabaseOnly ? DATABASE_SCREENS : []));
    },
    ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
  );
} catch (error) {
  count(0, 1);
  console.error(error.message);
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
