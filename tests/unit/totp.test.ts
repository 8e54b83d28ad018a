import { expect, test } from "vitest";
import { matchingStep, stepAt, toBase32, totpCode, totpUrl } from "../../src/server/accounts/authenticator-app.ts";

const SECRET = Buffer.from("12345678901234567890");

/** RFC 6238, appendix B, SHA-1. */
test.for([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
] as const)("has the code of RFC 6238 at second %i", ([second, code]) => {
  expect(totpCode(SECRET, stepAt(new Date(second * 1000)), 8)).toBe(code);
});

test("accepts the codes of the steps before and after, and no others", () => {
  const now = new Date("2026-11-14T10:00:00Z");
  const step = stepAt(now);
  const steps = [-2, -1, 0, 1, 2].map((offset) => matchingStep(SECRET, totpCode(SECRET, step + offset), now));
  expect(steps).toEqual([undefined, step - 1, step, step + 1, undefined]);
  for (const odd of ["", "12345", "1234567", "абвгде", "12 345"])
    expect(matchingStep(SECRET, odd, now)).toBeUndefined();
});

test("writes secrets as base32 (RFC 4648) and the address for authenticator apps", () => {
  expect(["", "f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => toBase32(Buffer.from(text)))).toEqual([
    "",
    "MY",
    "MZXQ",
    "MZXW6",
    "MZXW6YQ",
    "MZXW6YTB",
    "MZXW6YTBOI",
  ]);
  expect(totpUrl(SECRET, { shop: "Moon & Co", account: "a+b@example.com" })).toBe(
    "otpauth://totp/Moon%20%26%20Co:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Moon%20%26%20Co",
  );
});
