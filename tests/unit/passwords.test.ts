import { expect, test } from "vitest";
import { hashPassword, isCommonPassword, needsRehash, passwordMatches } from "../../src/server/accounts/passwords.ts";
import { oldHash } from "../support/old-hash.ts";

test("a password matches its own hash and no other", async () => {
  const hash = await hashPassword("four words of mine");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hash).not.toContain("four");
  expect(await passwordMatches("four words of mine", hash)).toBe(true);
  expect(await passwordMatches("Four words of mine", hash)).toBe(false);
  expect(await passwordMatches("", hash)).toBe(false);
});

test("the same password gets a different hash each time", async () => {
  expect(await hashPassword("same")).not.toBe(await hashPassword("same"));
});

test("no password matches the dummy hash", async () => {
  for (const password of ["", "password", "\u0000".repeat(32)]) expect(await passwordMatches(password)).toBe(false);
});

test("passwords are compared after Unicode normalization", async () => {
  const hash = await hashPassword("Ångström ﬁ".normalize("NFD"));
  expect(await passwordMatches("Ångström fi".normalize("NFC"), hash)).toBe(true);
});

test("throws for a malformed hash", async () => {
  for (const hash of ["", "x", "$argon2id$v=19$m=1$x$y"])
    await expect(passwordMatches("x", hash)).rejects.toThrow("not readable");
});

const { hash: BASE64URL, password } = oldHash;
const PHC = BASE64URL.replaceAll("-", "+").replaceAll("_", "/");

test("a hash is a PHC string: base64 without padding", async () => {
  for (let i = 0; i < 3; i++)
    expect(await hashPassword("x")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/);
});

test("a base64url hash still verifies and needs a rehash", async () => {
  expect(BASE64URL).toMatch(/[-_]/);
  for (const hash of [BASE64URL, PHC]) {
    expect(await passwordMatches(password, hash)).toBe(true);
    expect(await passwordMatches(`${password}s`, hash)).toBe(false);
  }
  expect([needsRehash(BASE64URL), needsRehash(PHC)]).toEqual([true, false]);
  expect(needsRehash(PHC.replace("t=2", "t=1"))).toBe(true);
});

test("recognises common passwords, ignoring case", () => {
  for (const common of ["password", "12345678", "password123", "Password123", "QWERTYUIOP", "iloveyou"])
    expect(isCommonPassword(common), common).toBe(true);
  for (const rare of ["four words of mine", "password123 ", "secret123", "nakshatra-7", ""])
    expect(isCommonPassword(rare), rare).toBe(false);
});
