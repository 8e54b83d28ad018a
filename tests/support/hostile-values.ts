import fc from "fast-check";

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
  // Half characters, which a JSON text can say and a well-formed one cannot.
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

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}

const FAIR_TEXTS = ["Asha Rao", "asha@example.com", "98765 43210", "four words of mine", "2026-11-14", "900", "true"];

/** What a schema asks for, nearly: most parts are fair, so that the others get past the first check. */
export function nearly(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const fair = fairly(schema, known);
  return fc.oneof({ arbitrary: fair, weight: 9 }, { arbitrary: hostileJson, weight: 1 });
}

function fairly(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const types = [schema.type ?? []].flat();
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => nearly(one, known)));
  if (types.includes("object")) {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, nearly(field, known)]);
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  }
  if (types.includes("array")) return fc.array(nearly(schema.items ?? {}, known), { maxLength: 4 });
  if (types.includes("integer") || types.includes("number"))
    return fc.oneof(fc.integer({ min: 0, max: Math.min(schema.maximum ?? 1_000, 2_000) }), hostileNumber);
  if (types.includes("boolean")) return fc.boolean();
  if (schema.format === "email") return fc.constantFrom("asha@example.com", "owner@example.com", "a@b.co");
  return fc.oneof(
    fc.constantFrom(...FAIR_TEXTS, ...known),
    fc.string({ unit: "grapheme", maxLength: 60 }),
    hostileText,
  );
}
