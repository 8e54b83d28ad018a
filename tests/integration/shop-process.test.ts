import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { expect, test } from "vitest";
import { filesOfImage } from "../../src/contracts/catalogue/image-rules.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { picture as aPicture } from "../support/pictures.ts";
import { openRealShop } from "../support/real-shop.ts";
import { isDatabaseRunning } from "../support/shop-process.ts";
import { workersOf } from "../support/worker-connections.ts";

const KILLS = Number(process.env.KILLS ?? 2);

async function logIn(url: string, password: string | undefined) {
  const reply = await fetch(`${url}/api/users/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "owner@example.com", password }),
  });
  return ((await reply.json()) as { token: string }).token;
}

function productForm(title: string, picture: Buffer) {
  const form = new FormData();
  form.set("title", title);
  form.set("category", "Tower");
  form.set("price", "999");
  form.set("images", new Blob([new Uint8Array(picture)]), "tower.jpg");
  return new Response(form);
}

async function createProduct(url: string, token: string, title: string, picture: Buffer) {
  const form = productForm(title, picture);
  const headers = { authorization: `Bearer ${token}`, "content-type": form.headers.get("content-type")! };
  const reply = await fetch(`${url}/api/products`, { method: "POST", headers, body: await form.arrayBuffer() });
  if (reply.status !== 201) throw new Error(`creating answered ${reply.status}`);
  return (await reply.json()) as Product;
}

const listProducts = async (url: string) => (await (await fetch(`${url}/api/products`)).json()) as Product[];

test("a shop reports its start, loses no acknowledged product when killed, and finishes its requests before it ends", {
  timeout: 240_000,
}, async () => {
  const { dataDir: folder, start } = await openRealShop();
  const picture = await aPicture("jpeg", 640, 480);
  let shop = await start();
  const told = shop.output();
  expect(told).toContain(shop.url);
  expect(told).toContain("embedded PostgreSQL 18");
  expect(told).toMatch(/Payments +sandbox/);
  expect(told).toContain(path.join(folder, "mail"));
  const [, password] = /owner@example\.com {2}(\S{16})/.exec(told) ?? [];
  // Without WEB_CONCURRENCY the shop is one process.
  expect(workersOf(shop)).toEqual([]);

  const refusal = await start().catch((error: Error) => error.message);
  expect(refusal, "a second shop on the same folder").toMatch(/ended with 1:\n.*already in use.*\n$/);
  expect(await listProducts(shop.url)).toEqual([]);

  // A proxy that is not trusted is reported by the next start.
  await fetch(`${shop.url}/readyz`, { headers: { "x-forwarded-for": "203.0.113.7" } });

  const acknowledged: string[] = [];
  for (let round = 1; round <= KILLS; round += 1) {
    const { url, stop } = shop;
    const token = await logIn(url, password);
    expect(token).toBeTruthy();
    const writers = [1, 2, 3].map(async (writer) => {
      for (let number = 1; ; number += 1) {
        const product = await createProduct(url, token, `Round ${round} writer ${writer} number ${number}`, picture);
        acknowledged.push(product._id);
        if (writer === 1 && number === round + 1) await stop("SIGKILL");
      }
    });
    await Promise.allSettled(writers);
    shop = await start();
  }
  await shop.waitForOutput("  Warning             Requests arrive with X-Forwarded-For, but TRUST_PROXY is 0");
  const products = await listProducts(shop.url);
  expect(products.map((product) => product._id)).toEqual(expect.arrayContaining(acknowledged));
  const shown = products.flatMap((product) => product.images).flatMap(filesOfImage);
  // Files of products that were being saved stay for an hour, as another process may be writing them.
  expect(await readdir(path.join(folder, "uploads"))).toEqual(expect.arrayContaining(shown));
  expect(await isDatabaseRunning(folder)).toBe(true);

  const form = productForm("Just in time", picture);
  const sending = request(`${shop.url}/api/products`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await logIn(shop.url, password)}`,
      "content-type": form.headers.get("content-type")!,
      expect: "100-continue",
    },
  });
  sending.flushHeaders();
  // SIGTERM arrives while the shop waits for the body of an accepted request.
  await once(sending, "continue");
  const stopped = shop.stop();
  await shop.waitForOutput("Closing");
  sending.end(Buffer.from(await form.arrayBuffer()));
  const [reply] = await once(sending, "response");
  expect(reply.statusCode).toBe(201);
  await stopped;
  expect(shop.child.exitCode).toBe(0);
  expect(await isDatabaseRunning(folder)).toBe(false);
});
