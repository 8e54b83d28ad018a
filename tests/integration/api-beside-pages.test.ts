import { pino } from "pino";
import type { ServerBuild } from "react-router";
import { expect } from "vitest";
import { buildApp } from "../../src/server/app.ts";
import { createSiteSettings } from "../../src/server/pages/site-settings.ts";
import { pageRoutes } from "../../src/server/pages/storefront.ts";
import { type TestShop, test } from "../support/test-shop.ts";

/** The app with pages mounted behind the API. Rendering any page is counted and fails. */
async function appWithPages({ config, db, clock, services }: TestShop) {
  const app = await buildApp({ config, db, clock, log: pino({ level: "silent" }) }, services);
  let pagesRendered = 0;
  const build = async (): Promise<ServerBuild> => {
    pagesRendered += 1;
    throw new Error("a page was rendered");
  };
  const { responses, settings } = services;
  const toSite = createSiteSettings(config, services);
  const options = {
    origin: "http://localhost",
    mode: "production",
    responses,
    settings,
    toSite,
    policy: async () => "",
  };
  pageRoutes(app, build, options);
  return { app, pagesRendered: () => pagesRendered };
}

test("with pages mounted, the API still answers unknown calls with 404", async ({ shop }) => {
  const { app, pagesRendered } = await appWithPages(shop);
  try {
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE"] as const) {
      for (const url of ["/api/nothing", "/api/products/1/2", "/api"]) {
        const reply = await app.inject({ method, url });
        expect([reply.statusCode, reply.headers.allow], `${method} ${url}`).toEqual([404, undefined]);
        if (method !== "HEAD") expect(reply.json()).toMatchObject({ code: "not_found" });
      }
    }
    expect(pagesRendered()).toBe(0);
  } finally {
    await app.close();
  }
});

test("with pages mounted, a 405 lists only the methods of the API", async ({ shop }) => {
  const { app, pagesRendered } = await appWithPages(shop);
  try {
    const patch = await app.inject({ method: "PATCH", url: "/api/products" });
    expect([patch.statusCode, patch.headers.allow]).toEqual([405, "GET, HEAD, POST"]);
    const get = await app.inject({ method: "GET", url: "/api/users/login" });
    expect([get.statusCode, get.headers.allow]).toEqual([405, "POST"]);
    expect(pagesRendered()).toBe(0);
  } finally {
    await app.close();
  }
});

test("returns 404 for a missing picture without rendering a page", async ({ shop }) => {
  const { app, pagesRendered } = await appWithPages(shop);
  try {
    for (const url of ["/uploads/gone.jpg", "/uploads/x.svg"]) {
      expect((await app.inject({ method: "GET", url })).statusCode, url).toBe(404);
    }
    expect(pagesRendered()).toBe(0);
  } finally {
    await app.close();
  }
});
