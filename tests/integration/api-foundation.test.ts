import { expect } from "vitest";
import { test } from "../support/test-shop.ts";

test("an empty shop lists no products", async ({ shop }) => {
  const reply = await shop.call("GET", "/api/products");
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual([]);
  expect(reply.headers["x-total-count"]).toBe("0");
});
