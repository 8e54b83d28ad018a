import { globSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { test } from "../support/test-shop.ts";

interface Operation {
  operationId: string;
  security?: object[];
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object }> }>;
}

test("the OpenAPI document lists the calls of the catalogue and the accounts", async ({ shop }) => {
  const reply = await shop.call("GET", "/api/openapi.json");
  expect(reply.statusCode).toBe(200);
  expect(reply.headers["content-type"]).toMatch(/^application\/json/);
  const { openapi, info, paths, components } = reply.json();
  expect([openapi, info.title]).toEqual(["3.1.0", "Nakshatra API"]);
  expect(components.securitySchemes.bearer).toMatchObject({ type: "http", scheme: "bearer" });
  const calls: Record<string, Record<string, Operation>> = paths;
  for (const kind of ["products", "courses", "experts", "blogs"]) {
    const list = calls[`/api/${kind}`] ?? calls[`/api/${kind}/`];
    const item = calls[`/api/${kind}/{id}`];
    expect([Object.keys(list ?? {}).sort(), Object.keys(item ?? {}).sort()]).toEqual([
      ["get", "post"],
      ["delete", "get", "put"],
    ]);
    for (const open of [list?.get, item?.get]) expect(open?.security).toBeUndefined();
    for (const owned of [list?.post, item?.put, item?.delete]) expect(owned?.security).toEqual([{ bearer: [] }]);
  }
  expect(Object.keys(calls["/api/users/login"] ?? {})).toEqual(["post"]);
  expect(Object.keys(calls).filter((path) => !path.startsWith("/api/"))).toEqual([]);
});

test("the document describes products and the query parameters of lists", async ({ shop }) => {
  const { paths } = (await shop.call("GET", "/api/openapi.json")).json();
  const { parameters, responses } = paths["/api/products"].get;
  const names = parameters.map((parameter: { name: string }) => parameter.name).sort();
  const filters = ["inStock", "maxPrice", "metal", "minPrice", "origin", "published", "stock", "stone", "topSelling"];
  const facts = ["chakras", "intentions", "planets", "zodiac"];
  const others = ["category", "ids", "limit", "match", "page", "q", "sort", "subCategory"];
  expect(names).toEqual([...filters, ...facts, ...others].sort());
  const { items } = responses["200"].content["application/json"].schema;
  expect(Object.keys(items.properties)).toEqual(
    expect.arrayContaining(["_id", "title", "price", "offerPrice", "images"]),
  );
});

test("the document describes forms: text fields and files as multipart, values and lists as JSON", async ({ shop }) => {
  const { paths } = (await shop.call("GET", "/api/openapi.json")).json();
  const contentOf = (path: string, method = "post") => paths[path][method].requestBody.content;
  for (const [path, method] of [
    ["/api/products", "post"],
    ["/api/products/{id}", "put"],
  ]) {
    const { "multipart/form-data": form, "application/json": json } = contentOf(path!, method);
    for (const { schema } of [form, json]) expect(schema.required).toEqual(["title", "category", "price"]);
    const { price, intentions, keepImages, images } = form.schema.properties;
    for (const field of [price, intentions, keepImages]) expect(field.type).toBe("string");
    expect(images).toMatchObject({ type: "array", items: { type: "string", format: "binary" }, maxItems: 8 });
    const values = json.schema.properties;
    expect(values).not.toHaveProperty("images");
    expect(values.price).toEqual({ type: "number", minimum: 1, maximum: 10_000_000 });
    expect(values.keepImages.anyOf[0]).toMatchObject({ type: "array", items: { type: "string" }, maxItems: 50 });
    expect(values.variants.anyOf[0].items.properties.name.type).toBe("string");
  }
  const both = ["courses", "experts", "blogs", "coupons", "reviews"].map((kind) => contentOf(`/api/${kind}`));
  for (const content of both) expect(Object.keys(content)).toEqual(["application/json", "multipart/form-data"]);
  for (const path of ["/api/products/import", "/api/settings/pictures"])
    expect(Object.keys(contentOf(path))).toEqual(["multipart/form-data"]);
});

test("every call has an id of its own and its errors, and every code of the shop is documented", async ({ shop }) => {
  const { paths, components, servers } = (await shop.call("GET", "/api/openapi.json")).json();
  expect(servers).toEqual([{ url: shop.config.publicUrl }]);
  const operations = (Object.values(paths) as Record<string, Operation>[]).flatMap(Object.values) as Operation[];
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(["getProducts", "putProductsById", "getAccountsByMonthZip"]));
  const codesOf = ({ responses }: Operation, status: number) => {
    const name = responses[status]?.$ref?.replace("#/components/responses/", "") ?? "";
    return components.responses[name]?.content["application/json"].schema.properties.code.enum;
  };
  for (const operation of operations) {
    for (const status of [400, 429, 500, 503]) expect(codesOf(operation, status)).not.toEqual([]);
    if (operation.security) expect(codesOf(operation, 401)).toContain("not_signed_in");
  }
  expect(codesOf(paths["/api/coupons/{id}"].delete, 409)).toContain("coupon_used");
  expect(codesOf(paths["/api/orders"].post, 409)).toEqual(expect.arrayContaining(["price_changed", "coupon_invalid"]));
  expect(codesOf(paths["/api/users/login"].post, 401)).toContain("wrong_credentials");
  expect(components.responses["coupons.409"].description).toContain("`coupon_used`: This coupon has been used");

  const files = globSync("src/server/**/errors.ts").map((file) => readFileSync(file, "utf8"));
  const codes = files
    // Agents have a protocol of their own.
    .filter((text) => text.includes("defineErrors(") && !text.includes('defineErrors(["ucp"]'))
    .flatMap((text) => [...text.matchAll(/^ {2}([a-z_]+): \[/gm)].map(([, code]) => code!));
  expect(codes.length).toBeGreaterThan(100);
  const documented = new Set(
    operations.flatMap((one) => Object.keys(one.responses).flatMap((s) => codesOf(one, +s) ?? [])),
  );
  expect(codes.filter((code) => !documented.has(code))).toEqual([]);
});

test("serves Swagger UI", async ({ shop }) => {
  const reply = await shop.app.inject({ method: "GET", url: "/api/docs/" });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers["content-type"]).toMatch(/^text\/html/);
  expect(reply.headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self';");
  const bare = await shop.app.inject({ method: "GET", url: "/api/docs" });
  expect([200, 302]).toContain(bare.statusCode);
  const script = await shop.app.inject({ method: "GET", url: "/api/docs/static/swagger-initializer.js" });
  expect(script.statusCode).toBe(200);
});
