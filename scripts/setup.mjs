// Runs on any Node from 20 on, before anything is installed: no dependency, no TypeScript.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");
const binaries = path.join(root, "node_modules/.bin");
const INSTALL_STAMP = path.join(root, "node_modules/.installed-for");
const BUILD_STAMP = path.join(root, "build/.built-from");
const BUILD_INPUTS = [
  "src/web",
  "src/contracts",
  "public",
  "site.config.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "package-lock.json",
];
const OLDEST_NODE = 24;

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs a command to its end; what it prints is shown, and a failure is an exit code, not an exception. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** Runs one of the project's tools with the project's Node. */
export const runTool = (args, options) => run(nodeOf(), args, withTools(options));

const withTools = (options = {}) => ({
  ...options,
  env: { ...process.env, PATH: `${binaries}${path.delimiter}${process.env.PATH}`, ...options.env },
});

const majorOf = (version) => Number(version.split(".")[0]);

/** The Node that runs the shop: the one installed with it where the system's is too old. */
export function nodeOf() {
  if (majorOf(process.versions.node) >= OLDEST_NODE) return process.execPath;
  const own = path.join(binaries, "node");
  if (existsSync(own)) return own;
  throw new Error(`This system's Node is ${process.versions.node}; please install Node ${OLDEST_NODE} or newer.`);
}

function hashOf(inputs) {
  const hash = createHash("sha256");
  const add = (file) => {
    if (!existsSync(file)) return;
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).sort()) add(path.join(file, name));
      return;
    }
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  };
  for (const input of inputs) add(path.join(root, input));
  return hash.digest("hex");
}

const isStamped = (stamp, value) => existsSync(stamp) && readFileSync(stamp, "utf8") === value;

async function step(title, work) {
  const start = performance.now();
  console.log(`${title} …`);
  const code = await work();
  if (code !== 0) throw new Error(`${title} failed.`);
  console.log(`${title}: done in ${seconds(start)}`);
}

/** Installs the packages of the lock file, unless exactly these are there already. */
export async function ensureInstalled() {
  const wanted = `${hashOf(["package.json", "package-lock.json"])} ${process.platform}-${process.arch}`;
  if (isStamped(INSTALL_STAMP, wanted)) return;
  // npm is about to replace node_modules, so it must not itself run on the Node inside.
  const outside = process.env.PATH.split(path.delimiter).filter((folder) => folder !== binaries);
  await step("Installing packages", () =>
    run("npm", ["ci", "--loglevel=error"], {
      env: { ...process.env, PATH: outside.join(path.delimiter) },
      shell: process.platform === "win32",
    }),
  );
  writeFileSync(INSTALL_STAMP, wanted);
}

/** Builds the pages, unless nothing they are made of has changed. */
export async function ensureBuilt() {
  const wanted = hashOf(BUILD_INPUTS);
  if (isStamped(BUILD_STAMP, wanted)) return;
  await step("Building the pages", async () => {
    const code = await runTool([path.join(binaries, "react-router"), "build"], { env: { NODE_ENV: "production" } });
    return code || runTool(["scripts/compress-build.ts"]);
  });
  writeFileSync(BUILD_STAMP, wanted);
}

/** Ends with one readable line where a stack would help nobody. */
export function failPlainly(error) {
  console.error(error.message);
  process.exit(1);
}
