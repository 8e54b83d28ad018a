// `npm start` and `npm run dev`: installs, builds and runs the shop as a child process with the right Node and flags.
import { spawn } from "node:child_process";
import path from "node:path";
import { mallocEnvironment, nodeFlags } from "./node-runtime.mjs";
import { ensureBuilt, ensureInstalled, exitWithMessage, findNode, root } from "./setup.mjs";

const isDevelopment = process.argv.includes("--dev");
const main = path.join(root, "src/server/main.ts");

// Vite watches the pages. Plain `--watch` would also watch Vite's temporary files.
const watchedPaths = ["src/server", "src/contracts", "site.config.ts", "demo"];
const watchFlags = ["--watch-preserve-output", ...watchedPaths.map((name) => `--watch-path=${path.join(root, name)}`)];

function runShop() {
  const args = isDevelopment ? [...watchFlags, main, "--dev"] : [...nodeFlags, main];
  const env = { NODE_ENV: isDevelopment ? "development" : "production", ...mallocEnvironment, ...process.env };
  // The IPC channel closes when this process dies; the shop then shuts down too.
  const child = spawn(findNode(), args, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 1));
}

try {
  await ensureInstalled();
  if (!isDevelopment) await ensureBuilt();
  runShop();
} catch (error) {
  exitWithMessage(error);
}
