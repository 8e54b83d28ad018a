import { expect, test } from "vitest";
import { hashPassword, passwordMatches } from "../../src/server/accounts/passwords.ts";

test("a password matches its own hash and no other", async () => {
  const hash = await hashPassword("four words of mine");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hash).not.toContain("four");
  expect(await passwordMatches("four words of mine", hash)).toBe(true);
  expect(await passwordMatches("Four words of mine", hash)).toBe(false);
  expect(await passwordMatches("", hash)).toBe(false);
});

test("the same password never hashes alike", async () => {
  expect(await hashPassword("same")).not.toBe(await hashPassword("same"));
});

test("no password matches nobody", async () => {
  for (const password of ["", "password", "\u0000".repeat(32)]) expect(await passwordMatches(password)).toBe(false);
});

test("letters composed in another way are the same password", async () => {
  const hash = await hashPassword("Ångström ﬁ".normalize("NFD"));
  expect(await passwordMatches("Ångström fi".normalize("NFC"), hash)).toBe(true);
});

test("a hash that cannot be read is a fault, not a match", async () => {
  for (const hash of ["", "x", "$argon2id$v=19$m=1$x$y"])
    await expect(passwordMatches("x", hash)).rejects.toThrow("not readable");
});
