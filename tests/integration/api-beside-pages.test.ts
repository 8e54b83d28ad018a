import { pino } from "pino";
import type { ServerBuild } from "react-router";
import { expect } from "vitest";
import { buildApp } from "../../src/server/app.ts";
import { pageRoutes } from "../../src/server/pages/storefront.ts";
import { type TestShop, test } from "../support/test-shop.ts";

/** The shop's app with pages mounted behind the API; asking for any page is noted and fails. */
async function appWithPages({ config, db, clock, services }: TestShop) {
  const app = await buildApp({ config, db, clock, log: pino({ level: "silent" }) }, services);
  let pagesAsked = 0;
  const build = async (): Promise<ServerBuild> => {
    pagesAsked += 1;
    throw new Error("a page was asked for");
  };
  pageRoutes(app, build, { origin: "http://localhost", mode: "production" });
  return { app, pagesAsked: () => pagesAsked };
}

test("with the pages mounted, an unknown call is still answered by the API", async ({ shop }) => {
  const { app, pagesAsked } = await appWithPages(shop);
  try {
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE"] as const) {
      for (const url of ["/api/nothing", "/api/products/1/2", "/api"]) {
        const reply = await app.inject({ method, url });
        expect([reply.statusCode, reply.headers.allow], `${method} ${url}`).toEqual([404, undefined]);
        if (method !== "HEAD") expect(reply.json()).toMatchObject({ code: "not_found" });
      }
    }
    expect(pagesAsked()).toBe(0);
  } finally {
    await app.close();
  }
});

test("with the pages mounted, a wrong method is told the methods of the API alone", async ({ shop }) => {
  const { app, pagesAsked } = await appWithPages(shop);
  try {
    const patch = await app.inject({ method: "PATCH", url: "/api/products" });
    expect([patch.statusCode, patch.headers.allow]).toEqual([405, "GET, HEAD, POST"]);
    const get = await app.inject({ method: "GET", url: "/api/users/login" });
    expect([get.statusCode, get.headers.allow]).toEqual([405, "POST"]);
    expect(pagesAsked()).toBe(0);
  } finally {
    await app.close();
  }
});

test("a stored picture that is gone is not found, and no page is rendered for it", async ({ shop }) => {
  const { app, pagesAsked } = await appWithPages(shop);
  try {
    for (const url of ["/uploads/gone.jpg", "/uploads/x.svg"]) {
      expect((await app.inject({ method: "GET", url })).statusCode, url).toBe(404);
    }
    expect(pagesAsked()).toBe(0);
  } finally {
    await app.close();
  }
});
