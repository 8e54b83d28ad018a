import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mallocEnvironment, nodeFlags } from "../../scripts/node-runtime.mjs";
import { isRunning } from "../support/embedded-shops.ts";
import { freePort } from "../support/free-port.ts";
import { stopProcess } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { workersOf } from "../support/worker-connections.ts";

const script = path.resolve(import.meta.dirname, "../../scripts/start.mjs");

/** Runs `npm start` without npm. */
async function runStartScript(folder: string, settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, DEMO_DATA: "off", PORT: `${await freePort()}`, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => stopProcess(child));
  let output = "";
  const read = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  return { child, exit: once(child, "exit"), output: () => output };
}

async function openShop(folder: string) {
  const { child, exit, output } = await runStartScript(folder);
  await until(async () => {
    if (child.exitCode !== null) throw new Error(output());
    return output().includes("  Mail  ");
  }, 60_000);
  const [shopPid = 0] = workersOf({ child });
  return { child, exit, shopPid };
}

async function shopFolder() {
  const home = await temporaryFolder();
  onTestFinished(home.remove);
  return home.folder;
}

const isDatabaseRunning = (folder: string) =>
  access(path.join(folder, "postgres/postmaster.pid")).then(
    () => true,
    () => false,
  );

test("runs the shop with its flags, forwards SIGTERM, and the shop shuts down when the script is killed", {
  timeout: 120_000,
}, async () => {
  const folder = await shopFolder();
  const { child, exit, shopPid } = await openShop(folder);
  if (process.platform === "linux") {
    const commandLine = await readFile(`/proc/${shopPid}/cmdline`, "utf8");
    expect(commandLine.split("\0")).toEqual(expect.arrayContaining(nodeFlags));
    const environment = await readFile(`/proc/${shopPid}/environ`, "utf8");
    const variables = Object.entries(mallocEnvironment).map(([name, value]) => `${name}=${value}`);
    expect(environment.split("\0")).toEqual(expect.arrayContaining([...variables, "NODE_ENV=production"]));
  }
  child.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
  expect([await isRunning(shopPid), await isDatabaseRunning(folder)]).toEqual([false, false]);

  const next = await openShop(folder);
  next.child.kill("SIGKILL");
  await until(async () => !(await isRunning(next.shopPid)));
  expect(await isDatabaseRunning(folder)).toBe(false);
});

test("exits with the shop's own exit code and message", async () => {
  const { exit, output } = await runStartScript(await shopFolder(), { PORT: "many" });
  expect(await exit).toEqual([1, null]);
  expect(output()).toBe("The shop did not start. PORT must be a whole number, for example 3000\n");
});
