import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../tests/support/free-port.ts";
import { BENCH_SETTINGS, type Environment } from "../environment.ts";
import { type Findings, round } from "../findings.ts";

const TIME_LIMIT_MS = 120_000;
const POLL_MS = 10;

async function isServing(url: string) {
  try {
    const reply = await fetch(url);
    await reply.arrayBuffer();
    return reply.status === 200;
  } catch {
    return false;
  }
}

/** Seconds from `npm start` to the first page; stops the shop afterwards. */
async function timeStart(folder: string) {
  const port = await freePort();
  const began = performance.now();
  const npm = spawn("npm", ["start"], {
    env: {
      ...process.env,
      PORT: `${port}`,
      DATA_DIR: folder,
      ...BENCH_SETTINGS,
      NODE_ENV: "production",
      DATABASE_URL: "",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  npm.stdout.on("data", (chunk) => (output += chunk));
  npm.stderr.on("data", (chunk) => (output += chunk));
  // npm's pipes close when the last of its child processes has ended.
  const gone = once(npm, "close");
  try {
    while (!(await isServing(`http://127.0.0.1:${port}/`))) {
      if (npm.exitCode !== null || performance.now() - began > TIME_LIMIT_MS)
        throw new Error(`npm start did not open the shop:\n${output}`);
      await delay(POLL_MS);
    }
    return (performance.now() - began) / 1000;
  } finally {
    npm.kill("SIGTERM");
    await gone;
  }
}

export async function start(environment: Environment): Promise<Findings> {
  const folder = await environment.home();
  const first = await timeStart(folder);
  const second = await timeStart(folder);
  return {
    tables: [
      {
        title: "From npm start to the first page",
        columns: ["", "seconds"],
        rows: [
          ["first start: creates the database and the demo catalogue's pictures", round(first)],
          ["second start", round(second)],
        ],
      },
    ],
    checks: [{ what: "second start to first 200", unit: "s", measured: second, atMost: 3 }],
  };
}
