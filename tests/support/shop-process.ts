import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import os from "node:os";
import path from "node:path";
import { freePort } from "./free-port.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** Where a shop remembers compiled code, told early enough that the file it begins with is remembered too. */
const NODE_COMPILE_CACHE = path.join(os.tmpdir(), "node-compile-cache");

/** Ends a process and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

/** A shop listens at one of the addresses that localhost may have; none is given up because the machine is busy. */
setDefaultAutoSelectFamilyAttemptTimeout(10_000);

/** Starts the real shop as a process of its own and answers once it says that it is open. */
export async function startShop(settings: Record<string, string>) {
  const port = Number(settings.PORT ?? (await freePort()));
  try {
    return await startShopAt(port, settings);
  } catch (error) {
    // Between finding a free port and opening there, somebody else may have taken it.
    if (settings.PORT || !(error as Error).message.includes(`Port ${port} is already in use`)) throw error;
    return startShopAt(await freePort(), settings);
  }
}

async function startShopAt(port: number, settings: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(root, "src/server/main.ts")], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: `${port}`, NODE_COMPILE_CACHE, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const read = (chunk: Buffer) => {
    output += chunk;
    child.emit("said");
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);

  /** Waits until the shop has said something; a shop that ends before it does is an error. */
  function says(words: string) {
    return new Promise<void>((resolve, reject) => {
      const listen = () => output.includes(words) && resolve();
      child.on("said", listen);
      child.once("close", (code) => reject(new Error(`the shop ended with ${code}:\n${output}`)));
      listen();
    });
  }

  // The last line of what a shop says when it has opened.
  await says("  Mail  ");
  const url = `http://localhost:${port}`;
  return { child, url, says, output: () => output, stop: (signal?: NodeJS.Signals) => end(child, signal) };
}
export type ShopProcess = Awaited<ReturnType<typeof startShop>>;
