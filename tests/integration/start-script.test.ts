import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mallocEnvironment, nodeFlags } from "../../scripts/node-runtime.mjs";
import { freePort } from "../support/free-port.ts";
import { isDatabaseRunning, isRunning, runCommand, stopProcess } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { workersOf } from "../support/worker-connections.ts";

const script = path.resolve(import.meta.dirname, "../../scripts/start.mjs");

/** Runs `npm start` without npm. */
async function runStartScript(settings: Record<string, string>) {
  const port = `${await freePort()}`;
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, PORT: port, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => stopProcess(child));
  let output = "";
  const read = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  return { child, port, exit: once(child, "exit"), output: () => output };
}

async function openShop(settings: Record<string, string>) {
  const { child, port, exit, output } = await runStartScript(settings);
  await until(async () => {
    if (child.exitCode !== null) throw new Error(output());
    return output().includes("  Mail  ");
  }, 60_000);
  const [shopPid = 0] = workersOf({ child });
  return { child, port, exit, shopPid };
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

test("runs the shop until SIGTERM or until it is killed; doctor and owner work with and without the running shop", {
  timeout: 120_000,
}, async () => {
  const folder = await shopFolder();
  const settings = { DATA_DIR: folder, DEMO_DATA: "off", LOG_LEVEL: "warn" };
  const password = "four words of mine";
  const makeOwner = (email: string) => runCommand("owner", settings, "--email", email, "--password", password);
  const empty = await runCommand("doctor", settings);
  const noShop = `There is no shop in ${folder} yet: start it once, or set DATA_DIR.\n`;
  expect([empty.code, empty.stderr]).toEqual([1, noShop]);
  const before = await makeOwner("first@example.com");
  expect([before.code, before.stderr]).toEqual([0, ""]);

  const { child, port, exit, shopPid } = await openShop(settings);
  const url = `http://localhost:${port}`;
  if (process.platform === "linux") await expectFlags(shopPid);
  const beside = await makeOwner("second@example.com");
  expect([beside.code, beside.stderr]).toEqual([0, ""]);
  for (const email of ["first@example.com", "second@example.com"]) {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ email, password });
    expect((await fetch(`${url}/api/users/login`, { method: "POST", headers, body })).status, email).toBe(200);
  }
  const running = await runCommand("doctor", { ...settings, PORT: port });
  expect(running.stdout).toMatch(/\nStock +fine\n[\s\S]*\nAll is well\.\n$/);
  expect([running.code, running.stderr]).toEqual([0, ""]);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  child.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
  expect([await isRunning(shopPid), await isDatabaseRunning(folder)]).toEqual([false, false]);
  const stopped = await runCommand("doctor", { ...settings, HOST: "0.0.0.0" });
  expect(stopped.stdout).toContain("  ! PUBLIC_URL is not set");
  expect(stopped.stdout).toMatch(/\n\d things need a look\.\n$/);
  expect(stopped.code).toBe(1);
  expect(await isDatabaseRunning(folder)).toBe(false);

  const next = await openShop(settings);
  next.child.kill("SIGKILL");
  await until(async () => !(await isRunning(next.shopPid)));
  expect(await isDatabaseRunning(folder)).toBe(false);
});

test("exits with the shop's own exit code and message", async () => {
  const { exit, output } = await runStartScript({ DATA_DIR: await shopFolder(), PORT: "many" });
  expect(await exit).toEqual([1, null]);
  expect(output()).toBe("The shop did not start. PORT must be a whole number, for example 3000\n");
});
