import { expect } from "vitest";
import { test } from "../support/test-shop.ts";

interface Operation {
  security?: object[];
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
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
  const filters = ["inStock", "maxPrice", "minPrice", "origin", "published", "stock", "stone", "topSelling"];
  const facts = ["chakras", "intentions", "planets", "zodiac"];
  const others = ["category", "ids", "limit", "match", "page", "q", "sort", "subCategory"];
  expect(names).toEqual([...filters, ...facts, ...others].sort());
  const { items } = responses["200"].content["application/json"].schema;
  expect(Object.keys(items.properties)).toEqual(
    expect.arrayContaining(["_id", "title", "price", "offerPrice", "images"]),
  );
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
