import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Limits of the printed errors: lines per error, columns per line, and number of tests. */
const BOUNDS = { lines: 8, columns: 160, tests: 30 };
/** More flaky tests than this fail the run. */
const MAX_FLAKY = 3;

const INSIDE_TOOLS = /^\s+at .*(node_modules\/|<anonymous>)/;

const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const firstLines = (text = "") =>
  stripVTControlCharacters(text)
    .split("\n")
    .filter((line) => line.trim() !== "" && !INSIDE_TOOLS.test(line))
    .slice(0, BOUNDS.lines)
    .map((line) => line.slice(0, BOUNDS.columns));

/** Reads vitest's JSON report. */
export function readVitest(file, root) {
  const report = read(file);
  const failed = report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const place = path.relative(root, name);
    const tests = assertionResults.filter((test) => test.status === "failed");
    // The file failed outside its tests: on import or in a hook.
    if (status === "failed" && tests.length === 0) return [{ place, title: "the file itself", error: message }];
    return tests.map(({ location, fullName, failureMessages }) => ({
      place: location ? `${place}:${location.line}` : place,
      title: fullName,
      error: failureMessages.join("\n"),
    }));
  });
  return { passed: report.numPassedTests, failed, flaky: [] };
}

/** The tests of a suite and its nested suites. The outermost suite is the file, which `place` names. */
const collectSpecs = ({ specs = [], suites = [] }, above = []) => [
  ...specs.map((spec) => ({ ...spec, path: [...above, spec.title] })),
  ...suites.flatMap((suite) => collectSpecs(suite, [...above, suite.title])),
];

/** Reads Playwright's JSON report of the tests in a folder. A test that passes on retry counts as passed and as flaky. */
export function readPlaywright(file, folder) {
  const report = read(file);
  const found = { passed: 0, failed: [], flaky: [] };
  for (const spec of report.suites.flatMap((suite) => collectSpecs(suite))) {
    for (const { status, results } of spec.tests) {
      if (status === "expected" || status === "flaky") found.passed += 1;
      if (status !== "unexpected" && status !== "flaky") continue;
      const error = results.flatMap(({ errors }) => errors.map(({ message }) => message))[0];
      const list = status === "flaky" ? found.flaky : found.failed;
      list.push({ place: `${folder}/${spec.file}:${spec.line}`, title: spec.path.join(" › "), error });
    }
  }
  for (const { message, location } of report.errors)
    found.failed.push({ place: location?.file ?? folder, title: "outside any test", error: message });
  if (found.flaky.length > MAX_FLAKY)
    found.failed.push({ place: folder, title: `${found.flaky.length} tests were flaky, over ${MAX_FLAKY}` });
  return found;
}

/** One line for each failed and flaky test, followed by the first lines of its error. */
export function formatTests({ failed, flaky }) {
  const format = (label, tests) =>
    tests.flatMap(({ place, title, error }, index) => [
      `${label}  ${place}  ${title}`,
      ...(index < BOUNDS.tests ? firstLines(error).map((line) => `    ${line}`) : []),
    ]);
  return [...format("FAILED", failed), ...format("FLAKY", flaky)];
}
