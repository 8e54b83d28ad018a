import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/** How many lines of an error are shown, how long each may be, and for how many tests. */
const BOUNDS = { lines: 8, columns: 160, tests: 30 };
/** A test that passes at its second try is forgiven, but a run with more such tests than this is not. */
const FORGIVEN = 3;

const INSIDE_TOOLS = /^\s+at .*(node_modules\/|<anonymous>)/;

const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const firstLines = (text = "") =>
  stripVTControlCharacters(text)
    .split("\n")
    .filter((line) => line.trim() !== "" && !INSIDE_TOOLS.test(line))
    .slice(0, BOUNDS.lines)
    .map((line) => line.slice(0, BOUNDS.columns));

/** What vitest's report tells: how many passed, and who failed where and why. */
export function readVitest(file, root) {
  const report = read(file);
  const failed = report.testResults.flatMap(({ name, message, status, assertionResults }) => {
    const place = path.relative(root, name);
    const tests = assertionResults.filter((test) => test.status === "failed");
    // A file that fails outside its tests: it cannot be imported, or what it shares cannot be opened or closed.
    if (status === "failed" && tests.length === 0) return [{ place, title: "the file itself", error: message }];
    return tests.map(({ location, fullName, failureMessages }) => ({
      place: location ? `${place}:${location.line}` : place,
      title: fullName,
      error: failureMessages.join("\n"),
    }));
  });
  return { passed: report.numPassedTests, failed, flaky: [] };
}

/** The tests of a suite and of those within it; the outermost suite is the file, which is told as the place. */
const specsOf = ({ specs = [], suites = [] }, above = []) => [
  ...specs.map((spec) => ({ ...spec, path: [...above, spec.title] })),
  ...suites.flatMap((suite) => specsOf(suite, [...above, suite.title])),
];

/** What Playwright's report tells; a test that failed and then passed has passed, but is named. */
export function readPlaywright(file) {
  const report = read(file);
  const found = { passed: 0, failed: [], flaky: [] };
  for (const spec of report.suites.flatMap((suite) => specsOf(suite))) {
    for (const { status, results } of spec.tests) {
      if (status === "expected" || status === "flaky") found.passed += 1;
      if (status !== "unexpected" && status !== "flaky") continue;
      const error = results.flatMap(({ errors }) => errors.map(({ message }) => message))[0];
      const list = status === "flaky" ? found.flaky : found.failed;
      list.push({ place: `tests/e2e/${spec.file}:${spec.line}`, title: spec.path.join(" › "), error });
    }
  }
  for (const { message, location } of report.errors)
    found.failed.push({ place: location?.file ?? "tests/e2e", title: "outside any test", error: message });
  if (found.flaky.length > FORGIVEN)
    found.failed.push({ place: "tests/e2e", title: `${found.flaky.length} tests were flaky, over ${FORGIVEN}` });
  return found;
}

/** The failed and the flaky tests as lines, each with its place, its name and the beginning of its error. */
export function tellTests({ failed, flaky }) {
  const tell = (word, tests) =>
    tests.flatMap(({ place, title, error }, index) => [
      `${word}  ${place}  ${title}`,
      ...(index < BOUNDS.tests ? firstLines(error).map((line) => `    ${line}`) : []),
    ]);
  return [...tell("FAILED", failed), ...tell("FLAKY", flaky)];
}
