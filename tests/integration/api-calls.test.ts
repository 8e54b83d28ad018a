import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { test } from "../support/test-shop.ts";

/** Routes that the typed client does not call, and why. */
const NOT_IN_CALLS: Record<string, string> = {
  "GET /api/products.csv": "a file download (lib/save-file.ts)",
  "GET /api/orders.csv": "a file download (lib/save-file.ts)",
  "GET /api/coupons.csv": "a file download (lib/save-file.ts)",
  "GET /api/customers.csv": "a file download (lib/save-file.ts)",
  "GET /api/sales.csv": "a file download (lib/save-file.ts)",
  "GET /api/accounts/:month.zip": "a file download (lib/save-file.ts)",
  "GET /api/accounts/:month/papers.zip": "a file download (lib/save-file.ts)",
  "GET /api/documents/:id.pdf": "a file that a link opens",
  "GET /api/reviews/:id/photos/:name": "a file that an image shows",
  "GET /api/appointments/:id/calendar.ics": "a file download",
  "GET /api/calendar/:token.ics": "called by calendar programs",
  "GET /api/users/profile/data": "a file download (lib/save-file.ts)",
  "POST /api/payments/razorpay/webhook": "called by the payment provider",
  "POST /api/unsubscribe/:notice/:token": "a form post from a page or a mail program",
  "POST /api/payments/razorpay/callback": "a form post from the payment provider",
};

/** The keys of `Calls`, read from the source: types do not exist at run time. */
async function callsInContract() {
  const source = await readFile(new URL("../../src/contracts/calls.ts", import.meta.url), "utf8");
  return [...source.matchAll(/^\s*"([A-Z]+ \/[^"]+)":/gm)].map(([, call]) => call!);
}

test("contracts/calls.ts lists exactly the JSON routes of the API", async ({ shop }) => {
  const { paths } = (await shop.call("GET", "/api/docs/json")).json() as { paths: Record<string, object> };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  const calls = await callsInContract();
  expect(calls).not.toEqual([]);
  expect(calls.filter((call) => !routes.includes(call))).toEqual([]);
  expect(routes.filter((route) => !calls.includes(route)).sort()).toEqual(Object.keys(NOT_IN_CALLS).sort());
});
