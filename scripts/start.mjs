import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { ensureBuilt, ensureInstalled, failPlainly, nodeOf, root } from "./setup.mjs";

const isDevelopment = process.argv.includes("--dev");
const main = path.join(root, "src/server/main.ts");
const frugal = JSON.parse(readFileSync(path.join(root, "src/server/frugal.json"), "utf8"));

// The pages are Vite's to watch. Watching whatever was loaded, as plain `--watch` does, would take in Vite's passing files.
const watched = ["src/server", "src/contracts", "site.config.ts", "demo"];
const watching = ["--watch-preserve-output", ...watched.map((place) => `--watch-path=${path.join(root, place)}`)];

/** Hands over to a Node of its own and stays only to pass on signals and the exit code. */
function handOver(node, args) {
  const env = { ...frugal.environment, ...process.env };
  const child = spawn(node, args, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
}

try {
  await ensureInstalled();
  if (!isDevelopment) await ensureBuilt();
  process.env.NODE_ENV ??= isDevelopment ? "development" : "production";
  const node = nodeOf();
  if (isDevelopment) handOver(node, [...watching, main, "--dev"]);
  else if (node === process.execPath) await import(main);
  else handOver(node, [...frugal.flags, main]);
} catch (error) {
  failPlainly(error);
}
