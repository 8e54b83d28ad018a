import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const document = readFileSync(path.join(root, "docs/security.md"), "utf8");

/** The test files named in the document, with the test titles quoted after each. */
const references = [...document.matchAll(/`(tests\/[\w/-]+\.test\.ts)`((?:\s*“[^”]+”)*)/g)].map(
  ([, file = "", quotes = ""]) => ({
    file,
    titles: [...quotes.matchAll(/“([^”]+)”/g)].map(([, title = ""]) => title),
  }),
);

test("every test quoted in docs/security.md exists", () => {
  expect(references.length).toBeGreaterThan(40);
  const missing = references.flatMap(({ file, titles }) => {
    if (!existsSync(path.join(root, file))) return [file];
    const text = readFileSync(path.join(root, file), "utf8");
    return titles.filter((title) => !text.includes(title)).map((title) => `${file}: ${title}`);
  });
  expect(missing).toEqual([]);
});
