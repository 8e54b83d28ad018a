import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../tests/support/free-port.ts";
import { type Findings, round } from "../findings.ts";
import { QUIET, type Setting } from "../setting.ts";

const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 10;

async function isAnswered(url: string) {
  try {
    const reply = await fetch(url);
    await reply.arrayBuffer();
    return reply.status === 200;
  } catch {
    return false;
  }
}

/** Seconds from `npm start` to the first page that was sent; the shop is closed again. */
async function timeStart(folder: string) {
  const port = await freePort();
  const began = performance.now();
  const npm = spawn("npm", ["start"], {
    env: { ...process.env, PORT: `${port}`, DATA_DIR: folder, ...QUIET, NODE_ENV: "production", DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  npm.stdout.on("data", (chunk) => (output += chunk));
  npm.stderr.on("data", (chunk) => (output += chunk));
  // Its pipes close when the last of its processes has ended, npm itself being only the first.
  const gone = once(npm, "close");
  try {
    while (!(await isAnswered(`http://127.0.0.1:${port}/`))) {
      if (npm.exitCode !== null || performance.now() - began > PATIENCE_MS)
        throw new Error(`npm start did not open the shop:\n${output}`);
      await delay(LOOK_EVERY_MS);
    }
    return (performance.now() - began) / 1000;
  } finally {
    npm.kill("SIGTERM");
    await gone;
  }
}

export async function start(setting: Setting): Promise<Findings> {
  const folder = await setting.home();
  const first = await timeStart(folder);
  const second = await timeStart(folder);
  return {
    tables: [
      {
        title: "From npm start to the first page",
        columns: ["", "seconds"],
        rows: [
          ["first start: makes the database, draws the demo catalogue's pictures", round(first)],
          ["second start", round(second)],
        ],
      },
    ],
    checks: [{ what: "second start to first 200", unit: "s", measured: second, atMost: 3 }],
  };
}
