import { expect, onTestFinished, test } from "vitest";
import { orderOne } from "../support/orders.ts";
import { openTestShop, serve } from "../support/test-shop.ts";
import { METRICS_TOKEN, metricValues } from "../support/worker-connections.ts";

async function openShop(settings: Record<string, string>) {
  const shop = await openTestShop(settings);
  const served = await serve(shop);
  onTestFinished(async () => {
    await served.close();
    await shop.close();
  });
  const read = (token?: string) =>
    fetch(`${served.url}/metrics`, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  return { shop, url: served.url, read };
}

test("returns 404 when no token is set", async () => {
  const { read } = await openShop({});
  expect((await read()).status).toBe(404);
  expect((await read(METRICS_TOKEN)).status).toBe(404);
});

test("reports requests, queues and resources, and returns 401 without the right token", async () => {
  const { shop, url, read } = await openShop({ METRICS_TOKEN });
  expect((await read()).status).toBe(401);
  expect((await read(`${METRICS_TOKEN}x`)).status).toBe(401);
  const { product } = await orderOne(shop);
  for (let times = 0; times < 3; times += 1) await (await fetch(`${url}/api/products/${product._id}`)).text();
  await (await fetch(`${url}/api/products/none-such`)).text();
  await (await fetch(`${url}/about?from=${encodeURIComponent("a stranger's words")}`)).text();

  const reply = await read(METRICS_TOKEN);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await reply.text();
  const value = (name: string, labels?: Record<string, string>) => metricValues(text, name, labels);
  const route = "/api/products/:id";
  expect(value("requests_total", { route, status: "2xx", method: "GET" })).toEqual([1]);
  expect(value("requests_total", { route, status: "4xx" })).toEqual([1]);
  expect(value("requests_total", { route: "page", status: "2xx" })).toEqual([1]);
  expect(value("responses_from_cache_total")).toEqual([2]);
  expect(value("response_cache_bytes")[0]).toBeGreaterThan(0);
  expect(value("orders_pending_payment")).toEqual([1]);
  expect(value("requests_refused_total")).toEqual([0]);
  expect(value("requests_in_flight")).toHaveLength(1);
  expect(value("database_connections", { state: "waiting" })).toEqual([0]);
  expect(value("jobs_waiting", { queue: "mail" })).toHaveLength(1);
  expect(value("event_loop_delay_seconds")).toHaveLength(1);
  expect(text).not.toMatch(/worker="|searched_in_memory/);
  expect(value("memory_bytes", { kind: "resident" })[0]).toBeGreaterThan(1_000_000);
  expect(text).not.toContain("stranger");
  expect(text).not.toContain(product._id);
  for (const line of text.split("\n").filter(Boolean))
    expect(line).toMatch(/^# (HELP|TYPE) nakshatra_\w+ .+$|^nakshatra_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+$/);
});
