import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { accentProblem, DEFAULT_ACCENT } from "../../src/contracts/settings/accent-rules.ts";

test("the default accent is the colour of app.css, and dark text is readable on it", async () => {
  const [, colour] = /--color-saffron: (#[\da-f]{6});/.exec(await readFile("src/web/app.css", "utf8")) ?? [];
  expect(DEFAULT_ACCENT).toBe(colour);
  expect(accentProblem(DEFAULT_ACCENT)).toBeUndefined();
});
