import fc from "fast-check";
import type { JsonSchema } from "./hostile-values.ts";
import { almostValid, hostileJson, hostileText } from "./hostile-values.ts";
import { hugePng } from "./pictures.ts";

interface Operation {
  security?: object[];
  parameters?: { name: string; in: "path" | "query" | "header"; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

export interface Call {
  method: string;
  /** Its path in the OpenAPI document. */
  route: string;
  path: string;
  isSecured: boolean;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const toJsonBytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const MULTIPART = "multipart/form-data; boundary=edge";

const contentTypes = fc.constantFrom(
  "application/json",
  "application/json; charset=utf-16",
  "application/json;charset=bogus",
  "text/plain",
  "application/x-www-form-urlencoded",
  MULTIPART,
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "application/xml",
  "image/png",
  "/",
  "a",
  ";",
);

/** Path and query parts: correctly encoded characters, or bytes that are no character. */
const encoded = fc.oneof(
  { arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())), weight: 6 },
  {
    arbitrary: fc.constantFrom(
      "%00",
      "%ff",
      "%c0%80",
      "%",
      "%2",
      "%zz",
      "%ed%a0%80",
      "..",
      "%2e%2e",
      "%2f",
      ";",
      "%0d%0a",
    ),
    weight: 1,
  },
);

const files = fc.constantFrom(
  { name: "a.png", bytes: hugePng(50_000, 50_000).subarray(0, 300) },
  { name: "a.png", bytes: hugePng(40, 30) },
  { name: "a.csv", bytes: Buffer.from("title,category,price\r\nRose,Tumbles,900\r\n") },
  { name: "a.csv", bytes: Buffer.from('title,"category\r\n') },
  { name: "../../a.svg", bytes: Buffer.from("<svg onload=alert(1)>") },
  { name: 'a"\\b', bytes: Buffer.from("GIF89a\xff\xff\xff\xff", "latin1") },
  { name: "", bytes: Buffer.alloc(0) },
);

const sentFile = fc.tuple(fc.constantFrom("images", "image", "file", "x"), files);

const field = (name: string, value: string) =>
  Buffer.from(`--edge\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, "_")}"\r\n\r\n${value}\r\n`);
const file = (name: string, { name: filename, bytes }: { name: string; bytes: Buffer }) =>
  Buffer.concat([
    Buffer.from(`--edge\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n`),
    bytes,
    Buffer.from("\r\n"),
  ]);
const toText = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));

/** An almost valid form with invalid files, possibly truncated. */
const multipartBody = (form: JsonSchema, known: readonly string[]) =>
  fc
    .record({
      fields: almostValid(form, known),
      odd: fc.oneof(fc.constant({}), fc.dictionary(hostileText, hostileText, { maxKeys: 2 })),
      files: fc.oneof(fc.array(sentFile, { maxLength: 0 }), fc.array(sentFile, { maxLength: 2 })),
      end: fc.oneof(
        { arbitrary: fc.constant("--edge--\r\n"), weight: 4 },
        fc.constantFrom("--edge", "--edge\r\n\r\n", ""),
      ),
    })
    .map(({ fields, odd, files, end }) => {
      const all = { ...odd, ...(typeof fields === "object" ? fields : { fields }) } as Record<string, unknown>;
      return Buffer.concat([
        ...Object.entries(all).map(([name, value]) => field(name, toText(value))),
        ...files.map(([name, sent]) => file(name, sent)),
        Buffer.from(end),
      ]);
    });

type Sent = Pick<Call, "headers" | "body">;

function bodyFor({ requestBody }: Operation, known: readonly string[]): fc.Arbitrary<Sent> {
  const form = requestBody?.content["multipart/form-data"]?.schema;
  const schema = requestBody?.content["application/json"]?.schema;
  const typed =
    (type: string) =>
    (body: Buffer): Sent => ({ headers: { "content-type": type }, body });
  const json = almostValid(schema ?? {}, known)
    .map(toJsonBytes)
    .map(typed("application/json"));
  const multipart = form && multipartBody(form, known).map(typed(MULTIPART));
  const expected = multipart ? fc.oneof(multipart, ...(schema ? [json] : [])) : json;
  const odd = fc
    .tuple(contentTypes, fc.oneof(hostileJson.map(toJsonBytes), fc.uint8Array({ maxLength: 200 }).map(Buffer.from)))
    .map(([type, body]): Sent => typed(type)(body));
  const none = fc.constant<Sent>({ headers: {}, body: undefined });
  return fc.oneof({ arbitrary: expected, weight: 8 }, { arbitrary: odd, weight: 2 }, { arbitrary: none, weight: 1 });
}

const oddHeaders = fc.dictionary(
  fc.constantFrom(
    "accept",
    "accept-encoding",
    "if-none-match",
    "range",
    "idempotency-key",
    "x-forwarded-for",
    "expect-ct",
  ),
  fc.oneof(fc.constantFrom("*", "application/x-ndjson", "bytes=0-0", 'W/"x"', "br;q=0"), fc.string({ maxLength: 250 })),
  { maxKeys: 2 },
);

function queryFor(names: string[], known: readonly string[]) {
  const name = fc.oneof(
    { arbitrary: fc.constantFrom("q", "page", ...names), weight: 5 },
    { arbitrary: encoded, weight: 1 },
  );
  const value = fc.oneof(fc.constantFrom("1", "paid", "2026-11-14", "Tumbles", "true", "product", ...known), encoded);
  return fc
    .array(fc.tuple(name, value), { maxLength: 3 })
    .map((pairs) => (pairs.length > 0 ? `?${pairs.map((pair) => pair.join("=")).join("&")}` : ""));
}

/** Calls of the API that are mostly valid. `known` are ids of existing records. */
export function callsOf(paths: Record<string, Record<string, Operation>>, known: readonly string[]) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return fc.constantFrom(...operations).chain(({ path, method, operation }): fc.Arbitrary<Call> => {
    const names = (operation.parameters ?? []).filter((one) => one.in === "query").map((one) => one.name);
    const hasBody = method !== "GET" && method !== "DELETE";
    const parts = path.split(/(\{\w+\})/).map((part) => {
      if (!part.startsWith("{")) return fc.constant(part);
      return fc.oneof(fc.constantFrom(...known), encoded);
    });
    return fc
      .record({
        parts: fc.tuple(...parts),
        query: queryFor(names, known),
        odd: oddHeaders,
        sent: hasBody ? bodyFor(operation, known) : fc.constant<Sent>({ headers: {}, body: undefined }),
      })
      .map(({ parts, query, odd, sent }) => ({
        method,
        route: path,
        path: parts.join("") + query,
        isSecured: operation.security?.every((way) => "bearer" in way) ?? false,
        headers: { ...odd, ...sent.headers },
        body: sent.body,
      }));
  });
}
