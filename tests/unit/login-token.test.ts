import { expect, test } from "vitest";
import { parseToken } from "../../src/web/lib/login.ts";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const tokenOf = (payload: unknown) => `header.${encode(payload)}.signature`;

test("reads id, role and expiry of a token", () => {
  const token = tokenOf({ id: "someone", role: "owner", exp: 7, more: "ignored" });
  expect(parseToken(token)).toEqual({ token, id: "someone", role: "owner", exp: 7 });
});

test.each([
  ["no token", null],
  ["an empty text", ""],
  ["a word", "nonsense"],
  ["two parts that are no code", "a.%%%.c"],
  ["code that is no JSON", `a.${Buffer.from("{bad").toString("base64url")}.c`],
  ["JSON that is no object", tokenOf(null)],
  ["no id", tokenOf({ role: "customer" })],
  ["an id that is no text", tokenOf({ id: 7, role: "customer" })],
  ["an unknown role", tokenOf({ id: "someone", role: "emperor" })],
])("%s is no session", (_, token) => expect(parseToken(token)).toBe(null));
