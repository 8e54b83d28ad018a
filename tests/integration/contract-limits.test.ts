import { expect } from "vitest";
import { z } from "zod";
import { blogForm } from "../../src/contracts/blog.ts";
import { courseForm } from "../../src/contracts/course.ts";
import { importForm } from "../../src/contracts/csv.ts";
import { expertForm } from "../../src/contracts/expert.ts";
import { productForm } from "../../src/contracts/product.ts";
import type { JsonSchema } from "../support/json-schema.ts";
import { test } from "../support/test-shop.ts";

/** Formats that bound what they allow. */
const BOUNDED_FORMATS = ["date", "uuid"];

/** Every place in a schema that lets something endless in. */
function* endless(schema: JsonSchema, at: string): Generator<string> {
  const types = [schema.type ?? []].flat();
  const isChosen = schema.enum !== undefined || schema.const !== undefined;
  const isBounded = BOUNDED_FORMATS.includes(schema.format ?? "");
  if (types.includes("string") && !isChosen && !isBounded && schema.maxLength === undefined) yield `${at}: a text`;
  const isNumber = types.includes("number") || types.includes("integer");
  // A whole number without a bound of its own gets the largest that JavaScript knows.
  if (isNumber && !isChosen && (schema.maximum ?? Number.MAX_SAFE_INTEGER) >= Number.MAX_SAFE_INTEGER)
    yield `${at}: a number`;
  if (types.includes("array") && schema.maxItems === undefined) yield `${at}: a list`;
  if (schema.additionalProperties && typeof schema.additionalProperties === "object") yield `${at}: any fields`;
  if (types.length === 0 && !isChosen && !schema.anyOf && !schema.oneOf && !schema.allOf) yield `${at}: anything`;
  for (const one of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => some ?? [])) yield* endless(one, at);
  if (schema.items) yield* endless(schema.items, `${at}[]`);
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* endless(field, `${at}.${name}`);
}

interface Operation {
  parameters?: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

test("every text, number and list that a call takes has a greatest size", async ({ shop }) => {
  const { paths } = (await shop.call("GET", "/api/openapi.json")).json();
  const found: string[] = [];
  for (const [path, operations] of Object.entries(paths as Record<string, Record<string, Operation>>)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
      const call = `${method.toUpperCase()} ${path}`;
      for (const { name, schema } of parameters) found.push(...endless(schema, `${call} ${name}`));
      for (const { schema } of Object.values(requestBody?.content ?? {})) found.push(...endless(schema, call));
    }
  }
  expect(found).toEqual([]);
});

test.for([
  ["product", productForm],
  ["course", courseForm],
  ["expert", expertForm],
  ["blog", blogForm],
  ["import", importForm],
] as const)("every field of the %s form has a greatest size", ([name, form]) => {
  const schema = z.toJSONSchema(form, { io: "input", unrepresentable: "any" });
  expect([...endless(schema as JsonSchema, name)]).toEqual([]);
});

test("the search for what is endless finds it", () => {
  const careless = z.object({
    a: z.string(),
    b: z.array(z.int().max(3)),
    c: z.number(),
    d: z.record(z.string(), z.string()),
  });
  const found = [...endless(z.toJSONSchema(careless, { io: "input" }) as JsonSchema, "form")];
  expect(found).toEqual(["form.a: a text", "form.b: a list", "form.c: a number", "form.d: any fields"]);
});
