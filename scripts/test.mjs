import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ensureBuilt, ensureChromium, ensureInstalled, root, runTool } from "./setup.mjs";
import { formatTests, readPlaywright, readVitest } from "./test-report.mjs";

const results = path.join(root, "test-results");
const tool = (name, ...args) => runTool([path.join(root, "node_modules/.bin", name), ...args]);
/**
 * `--database-only`: the tests that use the database, to try another PostgreSQL after a whole run.
 * `--long`: longer searches and the tests of tests/slow. `--links`: presses the links of every page.
 */
const [part = "all"] = ["database-only", "long", "links"].filter((name) => process.argv.includes(`--${name}`));

const totals = { passed: 0, failed: [], flaky: [] };
function count({ passed = 0, failed = [], flaky = [] }) {
  totals.passed += passed;
  totals.failed.push(...failed);
  totals.flaky.push(...flaky);
}

/** A check counts as one test. */
async function check(title, work) {
  const isFine = (await work()) === 0;
  console.log(`── ${title}: ${isFine ? "fine" : "failed, see above"}`);
  count(isFine ? { passed: 1 } : { failed: [{ place: title, title: "see above" }] });
}

/** Counts the tests of a suite. A missing report or an error outside the tests counts as one failure. */
async function suite(title, file, work, read) {
  console.log(`\n── ${title}`);
  const report = path.join(results, file);
  const code = await work(report);
  let found = { failed: [] };
  try {
    found = read(report, root);
  } catch (error) {
    found.failed.push({ place: title, title: "left no report that can be read", error: error.message });
  }
  count(found);
  if (code !== 0 && found.failed.length === 0)
    count({ failed: [{ place: title, title: `ended with ${code}, beside its tests; see above` }] });
}

const vitest = (title, ...args) =>
  suite(
    title,
    "vitest.json",
    (report) => tool("vitest", "run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`),
    readVitest,
  );

async function playwright(title, folder, ...args) {
  process.env.CHROMIUM = await ensureChromium();
  await suite(
    title,
    "playwright.json",
    (report) => {
      process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
      return tool("playwright", "test", ...args, "--reporter=list,json");
    },
    (report) => readPlaywright(report, folder),
  );
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
try {
  await ensureInstalled();
  const checks = [
    ["Types", async () => (await tool("react-router", "typegen")) || tool("tsc", "--noEmit")],
    ["Lint and format", () => tool("biome", "ci", "--error-on-warnings")],
    ["Borders", () => runTool(["scripts/check-borders.ts"])],
  ];
  const checking = part === "all" ? checks.map(([title, work]) => check(title, work)) : [];
  await Promise.all([ensureBuilt(), ...checking]);
  if (part === "database-only") process.env.DATABASE_ONLY = "yes";
  if (part === "long") await vitest("Longer searches", "--config", "vitest.ci-long.config.ts");
  else if (part !== "links") await vitest("Unit and integration tests");
  // The browser tests use the database only through the API, which the tests above have covered.
  if (part === "all") await playwright("End-to-end tests", "tests/e2e");
  if (part === "links") await playwright("Links", "tests/links", "--config", "tests/links/playwright.config.ts");
} catch (error) {
  console.error(error.message);
  count({ failed: [{ place: "The test run", title: "was broken off", error: error.message }] });
}
const summary = formatTests(totals)
  .map((line) => `${line}\n`)
  .join("");
// .ci/run prints this file at the end of several runs.
writeFileSync(path.join(results, "failed-and-flaky.txt"), summary);
console.log(`\n${summary}\n${totals.passed} passed, ${totals.failed.length} failed`);
process.exit(totals.failed.length === 0 ? 0 : 1);
