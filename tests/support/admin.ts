import { expect } from "vitest";
import type { Activity } from "../../src/contracts/activity/activity.ts";
import type { ImportResult } from "../../src/contracts/catalogue/csv.ts";
import { formOf } from "./forms.ts";
import type { TestShop } from "./test-shop.ts";

export const asOwner = (shop: TestShop, method: string, url: string, json?: unknown) =>
  shop.call(method, url, { token: shop.ownerToken, ...(json !== undefined && { json }) });

/** The activity entries of one record, newest first. */
export async function activityOf(shop: TestShop, recordId: string | null) {
  const reply = await asOwner(shop, "GET", "/api/activity");
  expect(reply.statusCode, reply.body).toBe(200);
  return (reply.json() as Activity[]).filter((entry) => entry.recordId === recordId);
}

export const sendImport = (shop: TestShop, csv: string | Uint8Array, mode = "save", headers = {}) =>
  shop.call("POST", "/api/products/import", {
    token: shop.ownerToken,
    headers,
    form: formOf({ mode }, [{ bytes: csv, name: "products.csv", type: "text/csv", field: "file" }]),
  });

export async function importCsv(shop: TestShop, csv: string | Uint8Array, mode = "save") {
  const reply = await sendImport(shop, csv, mode);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json() as ImportResult;
}
