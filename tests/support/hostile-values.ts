import fc from "fast-check";

/** The part of JSON Schema that request schemas in the OpenAPI document use. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

/** Texts that have broken other software. */
const notorious = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udc00x",
  "\ufeff",
  "\u202e",
  "ﷺ",
  "\r\nset-cookie: a=b",
  "'",
  '"',
  "\\",
  "' or 1=1 --",
  "'; drop table orders; --",
  "$1",
  "%",
  "%00",
  "_",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "../../../../etc/passwd",
  "..\\..\\windows",
  "//evil.example",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-1",
  "0",
  "0x10",
  "1e400",
  "9".repeat(400),
  "9007199254740993",
  "2147483648",
  "-2147483649",
  "0000-00-00",
  "9999-12-31",
  "+275760-09-13",
  "2026-02-30",
  "٣",
  "=1+1",
  "a".repeat(5_000),
  "é".repeat(300),
  "👩‍👩‍👧‍👦".repeat(40),
  "[]",
  "{}",
  '["new","new"]',
];

export const hostileText = fc.oneof(
  fc.constantFrom(...notorious),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 250 }),
  // Lone surrogates, which JSON can encode.
  fc.array(fc.integer({ min: 0xd700, max: 0xe000 }), { maxLength: 4 }).map((units) => String.fromCharCode(...units)),
);

export const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1.005, 1e-7, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 1.7e308),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

export const hostileJson = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false),
  fc.constant([]),
  fc.constant({}),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(hostileText, { maxLength: 5 }),
  fc.dictionary(hostileText, hostileNumber, { maxKeys: 3 }),
  fc.constant(Array(150).fill({})),
);

const VALID_TEXTS = ["Asha Rao", "asha@example.com", "98765 43210", "four words of mine", "2026-11-14", "900", "true"];

/** Replaced by the ids of existing records when a call is made: a product of ₹900, an order, others, a paid session. */
export const PLACEHOLDERS = ["RECORD0", "RECORD1", "RECORD2", "RECORD3", "RECORD4", "RECORD5"];

/** Valid values for form fields of these names. */
const VALID_FIELDS: Record<string, readonly unknown[]> = {
  itemId: [PLACEHOLDERS[0], PLACEHOLDERS[0], PLACEHOLDERS[0], PLACEHOLDERS[3]],
  orderId: [PLACEHOLDERS[1]],
  expertId: [PLACEHOLDERS[4]],
  email: ["asha@example.com", "owner@example.com", "ravi@example.com"],
  phone: ["98765 43210", "+91-98765-43210"],
  password: ["four words of mine", "a long test password"],
  category: ["Tumbles", "Jewellery"],
  subCategory: ["", "Rings"],
  price: ["900"],
  actualPrice: ["900"],
  offerPrice: ["100.50"],
  audioPrice: ["20"],
  videoPrice: [""],
  exp: ["7"],
  stock: ["5"],
  stockWas: [""],
  version: [""],
  topSelling: ["on"],
  groupLink: ["https://example.com/group"],
  keepImages: ["", "[]"],
  mode: ["preview", "save"],
  status: ["online", "paid", "paid", "cancelled"],
  totalAmount: [900],
  itemType: ["product", "product", "course", "consultancy"],
  qty: [1],
  website: [""],
};

/** Values that match a schema with at most two mistakes, so that checks after validation are reached too. */
export function almostValid(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const value = valid(schema, known);
  return fc.oneof({ arbitrary: value, weight: 9 }, { arbitrary: hostileJson, weight: 1 });
}

function almostValidObject(properties: Record<string, JsonSchema>, known: readonly string[]) {
  const names = Object.keys(properties);
  const fields = names.map((name) => {
    const values = VALID_FIELDS[name];
    return [name, values ? fc.constantFrom(...values) : valid(properties[name]!, known)] as const;
  });
  const mistakes = fc.dictionary(fc.constantFrom("x", ...names), fc.option(hostileJson, { nil: undefined }), {
    maxKeys: 2,
  });
  return fc
    .tuple(fc.record(Object.fromEntries(fields)), fc.oneof(fc.constant({}), mistakes))
    .map(([value, mistake]): unknown => ({ ...value, ...mistake }));
}

function valid(schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  const types = [schema.type ?? []].flat();
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => almostValid(one, known)));
  if (types.includes("object")) return almostValidObject(schema.properties ?? {}, known);
  if (types.includes("array")) return fc.array(valid(schema.items ?? {}, known), { minLength: 1, maxLength: 2 });
  if (types.includes("integer") || types.includes("number"))
    return fc.oneof(fc.integer({ min: 0, max: Math.min(schema.maximum ?? 1_000, 2_000) }), hostileNumber);
  if (types.includes("boolean")) return fc.boolean();
  return fc.oneof(
    { arbitrary: fc.constantFrom(...known), weight: 2 },
    { arbitrary: fc.constantFrom(...VALID_TEXTS), weight: 1 },
    { arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), weight: 1 },
  );
}
