import { expect, test } from "vitest";
import { isOwnPath, ownPath } from "../../src/contracts/pages/page-rules.ts";
import { withNext } from "../../src/web/lib/guard.ts";

const SHOP = "https://shop.example";

test.each(["/", "/profile", "/checkout?step=2", "/admin/orders/7#items", "/products/palm%20stone", "/a//b"])(
  "accepts the path %s",
  (next) => {
    expect(ownPath(next, SHOP)).toBe(next);
    expect(isOwnPath(next)).toBe(true);
  },
);

test.each([
  null,
  "",
  "profile",
  "https://evil.example/",
  "https:/evil.example",
  "javascript:alert(1)",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n\\evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "\\\\evil.example",
  " //evil.example",
  "//[",
])("replaces %j by the home page", (next) => {
  expect(ownPath(next, SHOP)).toBe("/");
  expect(isOwnPath(next ?? "")).toBe(false);
});

test.each(["/a\\b", "/a\nb", "/a\tb", "/\u0000", "/a\u007f"])("rejects %j as a link within the shop", (path) => {
  expect(isOwnPath(path)).toBe(false);
});

test("adds the next path to the address in readable form", () => {
  expect(withNext("/login", "/profile")).toBe("/login?next=/profile");
  const { searchParams } = new URL(withNext("/login", "/success?orderId=1&x=a b#c"), SHOP);
  expect(searchParams.get("next")).toBe("/success?orderId=1&x=a b#c");
  expect(withNext("/register", null)).toBe("/register");
});
