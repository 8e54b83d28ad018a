import { expect } from "vitest";
import { z } from "zod";
import { defaultSettings } from "../../site.config.ts";
import { lookupRequest, productRequest, searchRequest } from "../../src/contracts/agents/agent-catalogue.ts";
import { blogForm } from "../../src/contracts/catalogue/blog.ts";
import { courseForm } from "../../src/contracts/catalogue/course.ts";
import { importForm } from "../../src/contracts/catalogue/csv.ts";
import { expertForm } from "../../src/contracts/catalogue/expert.ts";
import { productForm } from "../../src/contracts/catalogue/product.ts";
import { couponForm } from "../../src/contracts/coupons/coupon.ts";
import { settingGroups } from "../../src/contracts/settings/settings.ts";
import type { JsonSchema } from "../support/hostile-values.ts";
import { test } from "../support/test-shop.ts";

/** Formats with a fixed length. */
const BOUNDED_FORMATS = ["date", "uuid"];

/** Yields every part of a schema without an upper limit. */
function* findUnbounded(schema: JsonSchema, at: string): Generator<string> {
  const types = [schema.type ?? []].flat();
  const isEnum = schema.enum !== undefined || schema.const !== undefined;
  const isBounded = BOUNDED_FORMATS.includes(schema.format ?? "");
  if (types.includes("string") && !isEnum && !isBounded && schema.maxLength === undefined) yield `${at}: a text`;
  const isNumber = types.includes("number") || types.includes("integer");
  // Zod gives an integer without a maximum the largest safe one.
  if (isNumber && !isEnum && (schema.maximum ?? Number.MAX_SAFE_INTEGER) >= Number.MAX_SAFE_INTEGER)
    yield `${at}: a number`;
  if (types.includes("array") && schema.maxItems === undefined) yield `${at}: a list`;
  if (schema.additionalProperties && typeof schema.additionalProperties === "object") yield `${at}: any fields`;
  if (types.length === 0 && !isEnum && !schema.anyOf && !schema.oneOf && !schema.allOf) yield `${at}: anything`;
  for (const option of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => list ?? []))
    yield* findUnbounded(option, at);
  if (schema.items) yield* findUnbounded(schema.items, `${at}[]`);
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* findUnbounded(field, `${at}.${name}`);
}

interface Operation {
  parameters?: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

test("every string, number and array of a request has a maximum", async ({ shop }) => {
  const { paths } = (await shop.call("GET", "/api/openapi.json")).json();
  const found: string[] = [];
  for (const [path, operations] of Object.entries(paths as Record<string, Record<string, Operation>>)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
      const call = `${method.toUpperCase()} ${path}`;
      for (const { name, schema } of parameters) found.push(...findUnbounded(schema, `${call} ${name}`));
      for (const { schema } of Object.values(requestBody?.content ?? {})) found.push(...findUnbounded(schema, call));
    }
  }
  // The values of settings are checked against the schema of their group, below.
  expect(found.filter((part) => !part.endsWith(".values: any fields"))).toEqual([]);
});

test.for([
  ...Object.entries(settingGroups),
  ["product", productForm(defaultSettings)],
  ["course", courseForm(defaultSettings)],
  ["expert", expertForm],
  ["blog", blogForm],
  ["coupon", couponForm],
  ["import", importForm],
  ["agent's search", searchRequest],
  ["agent's lookup", lookupRequest],
  ["agent's product", productRequest],
] as const)("every field of the %s form has a maximum", ([name, form]) => {
  const schema = z.toJSONSchema(form, { io: "input", unrepresentable: "any" });
  expect([...findUnbounded(schema as JsonSchema, name)]).toEqual([]);
});

test("findUnbounded detects missing limits", () => {
  const unbounded = z.object({
    a: z.string(),
    b: z.array(z.int().max(3)),
    c: z.number(),
    d: z.record(z.string(), z.string()),
  });
  const found = [...findUnbounded(z.toJSONSchema(unbounded, { io: "input" }) as JsonSchema, "form")];
  expect(found).toEqual(["form.a: a text", "form.b: a list", "form.c: a number", "form.d: any fields"]);
});
