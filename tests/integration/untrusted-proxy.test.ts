import path from "node:path";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import { problemsIn } from "../../src/server/doctor/service.ts";
import { shopState } from "../../src/server/platform/database/shop-state-table.ts";
import { runDoctor } from "../../src/server/startup/run-doctor.ts";
import { asOwner } from "../support/admin.ts";
import { openOwnShop, openSecondShop, type TestShop, test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const HOUR_MS = 60 * 60_000;
const root = path.resolve(import.meta.dirname, "../..");
const SENTENCE = /^Requests arrive with X-Forwarded-For, but TRUST_PROXY is 0: [^.]+\.$/;

const visit = (shop: Pick<TestShop, "app">) =>
  shop.app.inject({ url: "/api/products", headers: { "x-forwarded-for": "203.0.113.7" } });
const stored = async ({ db }: Pick<TestShop, "db">) =>
  (await db.select().from(shopState).where(eq(shopState.key, "untrusted proxy seen")))[0]?.value;
const warningOf = async (shop: TestShop) =>
  ((await asOwner(shop, "GET", "/api/dashboard")).json() as Dashboard).warning;
const logged = ({ logLines }: TestShop) => logLines.filter((line) => line.includes("TRUST_PROXY"));
const doctorsLines = async (shop: TestShop) => {
  const report = await runDoctor({ ...shop, root, passwordMatches: async () => false });
  return problemsIn(report).filter((line) => line.startsWith("Proxy: "));
};

test("a proxy that is not trusted is reported in the log once, on the dashboard and by the doctor, for a day", async () => {
  const shop = await openOwnShop();
  expect([await warningOf(shop), await doctorsLines(shop)]).toEqual([undefined, []]);
  for (let i = 0; i < 3; i++) await visit(shop);
  const first = await until(() => stored(shop));
  expect(logged(shop)).toHaveLength(1);
  expect(await warningOf(shop)).toMatch(SENTENCE);
  expect(await doctorsLines(shop)).toEqual([expect.stringContaining("TRUST_PROXY is 0")]);

  // One write an hour, however many requests arrive.
  shop.clock.advance(HOUR_MS - 1);
  await visit(shop);
  shop.clock.advance(1);
  expect(await stored(shop)).toBe(first);
  await visit(shop);
  expect(await until(async () => ((await stored(shop)) === first ? undefined : stored(shop)))).toBe(
    shop.clock.now().toISOString(),
  );
  expect(logged(shop)).toHaveLength(1);
  shop.clock.advance(24 * HOUR_MS);
  expect([await warningOf(shop), await doctorsLines(shop)]).toEqual([undefined, []]);
});

test("a trusted proxy is not reported, also when it was seen before it was trusted", async () => {
  const shop = await openOwnShop();
  await visit(shop);
  await until(() => stored(shop));
  const trusting = { ...shop.config, trustProxy: 1 };
  const { app, services } = await openSecondShop({ ...shop, config: trusting });
  await visit({ app });
  expect((await services.reports.dashboard()).warning).toBeUndefined();
  expect(await doctorsLines({ ...shop, config: trusting })).toEqual([]);
});
