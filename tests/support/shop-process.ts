import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, readFile } from "node:fs/promises";
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import os from "node:os";
import path from "node:path";
import { mallocEnvironment, nodeFlags } from "../../scripts/node-runtime.mjs";
import { freePort } from "./free-port.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** Set as a variable, so that the entry file is cached too. */
export const NODE_COMPILE_CACHE = path.join(os.tmpdir(), "node-compile-cache");

/** Stops a process and waits for its exit. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** False for a zombie process too. */
export async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  if (state) return !/\) Z /.test(state);
  try {
    return process.platform !== "linux" && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** PostgreSQL removes its pid file on a clean shutdown. */
export const isDatabaseRunning = (dataDir: string) =>
  access(path.join(dataDir, "postgres/postmaster.pid")).then(
    () => true,
    () => false,
  );

/** localhost has several addresses and the shop listens on one: on a busy machine the default timeout is too short. */
setDefaultAutoSelectFamilyAttemptTimeout(10_000);

/** Starts the shop as a separate process and waits until it is open. */
export async function startShop(settings: Record<string, string>) {
  const port = Number(settings.PORT ?? (await freePort()));
  try {
    return await startShopAt(port, settings);
  } catch (error) {
    // Another process may have taken the port in the meantime.
    if (settings.PORT || !(error as Error).message.includes(`Port ${port} is already in use`)) throw error;
    return startShopAt(await freePort(), settings);
  }
}

async function startShopAt(port: number, settings: Record<string, string>) {
  const usual = { PATH: process.env.PATH, NODE_ENV: "production", NODE_COMPILE_CACHE, ...mallocEnvironment };
  const child = spawn(process.execPath, [...nodeFlags, path.join(root, "src/server/main.ts")], {
    cwd: root,
    env: { ...usual, PORT: `${port}`, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const read = (chunk: Buffer) => {
    output += chunk;
    child.emit("output");
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);

  /** Waits until the output contains `text`. Rejects when the process ends first. */
  function waitForOutput(text: string) {
    return new Promise<void>((resolve, reject) => {
      const check = () => output.includes(text) && resolve();
      child.on("output", check);
      child.once("close", (code) => reject(new Error(`the shop ended with ${code}:\n${output}`)));
      check();
    });
  }

  // The last line of the startup output.
  await waitForOutput("  Mail  ");
  const url = `http://localhost:${port}`;
  return {
    child,
    url,
    waitForOutput,
    output: () => output,
    stop: (signal?: NodeJS.Signals) => stopProcess(child, signal),
  };
}
export type ShopProcess = Awaited<ReturnType<typeof startShop>>;

/** Runs `scripts/NAME.ts` and returns its exit code and output. */
export function runCommand(name: string, settings: Record<string, string>, ...args: string[]) {
  const script = path.join(root, "scripts", `${name}.ts`);
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...settings };
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
