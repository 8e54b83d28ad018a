import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { makeCustomer } from "../support/customers.ts";
import { formOf, problemOf } from "../support/forms.ts";
import { test } from "../support/test-shop.ts";

const someId = randomUUID();

const calls: [string, string, unknown?][] = [
  ["GET", "/api/dashboard"],
  ["GET", "/api/activity"],
  ["GET", "/api/activity?kind=product"],
  ["GET", "/api/enquiries"],
  ["PUT", `/api/enquiries/${someId}`, { read: true }],
  ["DELETE", `/api/enquiries/${someId}`],
  ["GET", "/api/orders"],
  ["DELETE", `/api/orders/${someId}`],
  ["GET", "/api/products.csv"],
  ["GET", "/api/orders.csv"],
  ["POST", "/api/products/import"],
  ["POST", `/api/products/${someId}/duplicate`],
  ...["products", "courses", "experts", "blogs"].flatMap((kind): [string, string][] => [
    ["POST", `/api/${kind}`],
    ["PUT", `/api/${kind}/${someId}`],
    ["DELETE", `/api/${kind}/${someId}`],
  ]),
];

test.for(calls)("%s %s returns 401 to a visitor and 403 to a customer", async ([method, url, json], { shop }) => {
  const { token } = await makeCustomer(shop);
  const body = json === undefined ? { form: method === "GET" ? undefined : formOf({}) } : { json };
  const visitor = await shop.call(method, url, body);
  expect([visitor.statusCode, problemOf(visitor).code]).toEqual([401, "not_signed_in"]);
  const badToken = await shop.call(method, url, { ...body, token: "not.a.token" });
  expect(badToken.statusCode).toBe(401);
  const customer = await shop.call(method, url, { ...body, token });
  expect([customer.statusCode, problemOf(customer).code]).toEqual([403, "not_allowed"]);
});
