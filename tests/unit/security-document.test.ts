import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const document = readFileSync(path.join(root, "docs/security.md"), "utf8");

/** Each test file that the document names, with the names of tests quoted after it. */
const named = [...document.matchAll(/`(tests\/[\w/-]+\.test\.ts)`((?:\s*“[^”]+”)*)/g)].map(
  ([, file = "", quotes = ""]) => ({
    file,
    names: [...quotes.matchAll(/“([^”]+)”/g)].map(([, name = ""]) => name),
  }),
);

test("every test that the security document names exists under that name", () => {
  expect(named.length).toBeGreaterThan(40);
  const missing = named.flatMap(({ file, names }) => {
    if (!existsSync(path.join(root, file))) return [file];
    const text = readFileSync(path.join(root, file), "utf8");
    return names.filter((name) => !text.includes(name)).map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
