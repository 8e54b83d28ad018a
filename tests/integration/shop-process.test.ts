import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mallocEnvironment, nodeFlags } from "../../scripts/node-runtime.mjs";
import { filesOfImage } from "../../src/contracts/catalogue/image-rules.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { freePort } from "../support/free-port.ts";
import { picture as aPicture } from "../support/pictures.ts";
import { isDatabaseRunning, isRunning, NODE_COMPILE_CACHE, runCommand, stopProcess } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { workersOf } from "../support/worker-connections.ts";

const KILLS = Number(process.env.KILLS ?? 1);
const script = path.resolve(import.meta.dirname, "../../scripts/start.mjs");

/** Runs `npm start` without npm. */
async function runStartScript(settings: Record<string, string>) {
  const port = `${await freePort()}`;
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, PORT: port, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => stopProcess(child));
  let output = "";
  const read = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  return { child, port, url: `http://localhost:${port}`, exit: once(child, "exit"), output: () => output };
}

async function openShop(settings: Record<string, string>) {
  const started = await runStartScript(settings);
  const { child, output } = started;
  const waitForOutput = (text: string) =>
    until(async () => {
      if (child.exitCode !== null) throw new Error(output());
      return output().includes(text);
    }, 60_000);
  await waitForOutput("  Mail  ");
  const [shopPid = 0, ...workers] = workersOf({ child });
  return { ...started, shopPid, workers, waitForOutput };
}

async function shopFolder() {
  const home = await temporaryFolder();
  onTestFinished(home.remove);
  return home.folder;
}

async function expectFlags(pid: number) {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8");
  expect(commandLine.split("\0")).toEqual(expect.arrayContaining(nodeFlags));
  const environment = await readFile(`/proc/${pid}/environ`, "utf8");
  const variables = Object.entries(mallocEnvironment).map(([name, value]) => `${name}=${value}`);
  expect(environment.split("\0")).toEqual(expect.arrayContaining([...variables, "NODE_ENV=production"]));
}

async function post(url: string, path: string, body: object) {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${url}/api/users/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: reply.status, token: ((await reply.json()) as { token: string }).token };
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

test("a shop reports its start, loses no acknowledged product when killed, and finishes its requests before it ends; owner and doctor work beside it", {
  timeout: 240_000,
}, async () => {
  const folder = await shopFolder();
  const settings = { DATA_DIR: folder, DEMO_DATA: "off", LOG_LEVEL: "warn" };
  const picture = await aPicture("jpeg", 640, 480);
  let shop = await openShop({ ...settings, WEB_CONCURRENCY: "2" });
  const told = shop.output();
  expect(told).toContain(shop.url);
  expect(told).toContain("embedded PostgreSQL 18");
  expect(told).toMatch(/Payments +sandbox/);
  expect(told).toContain(path.join(folder, "mail"));
  const [, password] = /owner@example\.com {2}(\S{16})/.exec(told) ?? [];
  expect(shop.workers).toHaveLength(2);

  // A proxy that is not trusted is reported by the next start.
  await fetch(`${shop.url}/readyz`, { headers: { "x-forwarded-for": "203.0.113.7" } });

  // A killed shop leaves no worker behind, and the next start takes its database over.
  const logIn = async () => (await post(shop.url, "login", { email: "owner@example.com", password })).token;
  const acknowledged: string[] = [];
  for (let round = 1; round <= KILLS; round += 1) {
    const { url, shopPid, workers } = shop;
    const token = await logIn();
    expect(token).toBeTruthy();
    const writers = [1, 2, 3].map(async (writer) => {
      for (let number = 1; ; number += 1) {
        const product = await createProduct(url, token, `Round ${round} writer ${writer} number ${number}`, picture);
        acknowledged.push(product._id);
        if (writer === 1 && number === round + 1) process.kill(shopPid, "SIGKILL");
      }
    });
    await Promise.allSettled(writers);
    expect(await shop.exit).toEqual([1, null]);
    for (const pid of workers) await until(async () => !(await isRunning(pid)));
    expect(await isDatabaseRunning(folder)).toBe(true);
    shop = await openShop(settings);
  }
  await shop.waitForOutput("  Warning             Requests arrive with X-Forwarded-For, but TRUST_PROXY is 0");
  const products = await listProducts(shop.url);
  expect(products.map((product) => product._id)).toEqual(expect.arrayContaining(acknowledged));
  const shown = products.flatMap((product) => product.images).flatMap(filesOfImage);
  // Files of products that were being saved stay for an hour, as another process may be writing them.
  expect(await readdir(path.join(folder, "uploads"))).toEqual(expect.arrayContaining(shown));

  // Without WEB_CONCURRENCY the shop is one process.
  expect(shop.workers).toEqual([]);
  if (process.platform === "linux") await expectFlags(shop.shopPid);

  // The owner command promotes an account of the running shop and ends its older logins.
  const email = "tara@example.com";
  const tara = { name: "Tara", email, phone: "9000000002", password: "tara's password" };
  const customer = await post(shop.url, "register", tara);
  expect(customer.status).toBe(201);
  const promoted = await runCommand("owner", settings, "--email", email);
  expect([promoted.code, promoted.stderr]).toEqual([0, ""]);
  const [, shownOnce] = /Owner's login +\S+ +(\S+) +\(shown this once\)/.exec(promoted.stdout) ?? [];
  expect((await post(shop.url, "login", { email, password: shownOnce })).status, promoted.stdout).toBe(200);
  const headers = { authorization: `Bearer ${customer.token}` };
  await until(async () => (await fetch(`${shop.url}/api/users/profile`, { headers })).status === 401);

  // The doctor finds what is wrong while the shop runs.
  const running = await runCommand("doctor", { ...settings, HOST: "0.0.0.0", PORT: shop.port });
  for (const line of ["  ! PUBLIC_URL is not set", "  ! Requests arrive with X-Forwarded-For"])
    expect(running.stdout).toContain(`\n${line}`);
  expect(running.stdout).toMatch(/\n\d things need a look\.\n$/);
  expect([running.code, running.stderr]).toEqual([1, ""]);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);

  // SIGTERM arrives while the shop waits for the body of an accepted request.
  const form = productForm("Just in time", picture);
  const sending = request(`${shop.url}/api/products`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await logIn()}`,
      "content-type": form.headers.get("content-type")!,
      expect: "100-continue",
    },
  });
  sending.flushHeaders();
  await once(sending, "continue");
  shop.child.kill("SIGTERM");
  await shop.waitForOutput("Closing");
  sending.end(Buffer.from(await form.arrayBuffer()));
  const [reply] = await once(sending, "response");
  expect(reply.statusCode).toBe(201);
  expect(await shop.exit).toEqual([0, null]);
  expect([await isRunning(shop.shopPid), await isDatabaseRunning(folder)]).toEqual([false, false]);

  // The doctor starts the database of a stopped shop and stops it again.
  const stopped = await runCommand("doctor", { ...settings, TRUST_PROXY: "1" });
  expect(stopped.stdout).toMatch(/\nStock +fine\n[\s\S]*\nAll is well\.\n$/);
  expect([stopped.code, stopped.stderr]).toEqual([0, ""]);
  expect(await isDatabaseRunning(folder)).toBe(false);

  // A shop whose start script is killed ends too.
  shop = await openShop(settings);
  shop.child.kill("SIGKILL");
  await until(async () => !(await isRunning(shop.shopPid)));
  expect(await isDatabaseRunning(folder)).toBe(false);
});

test("the start script exits with the shop's own exit code and message", async () => {
  const { exit, output } = await runStartScript({ DATA_DIR: await shopFolder(), PORT: "many" });
  expect(await exit).toEqual([1, null]);
  expect(output()).toBe("The shop did not start. PORT must be a whole number, for example 3000\n");
});
