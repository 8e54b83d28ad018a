import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chooseNode } from "./node-runtime.mjs";

// Runs on any Node from 20 on, before anything is installed: no dependency, no TypeScript.

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

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Runs a command and shows its output. Resolves to the exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** Runs a JavaScript or TypeScript file with the shop's Node. */
export const runTool = (args, options) => run(findNode(), args, withTools(options));

const withTools = (options = {}) => ({
  ...options,
  env: { ...process.env, PATH: `${binaries}${path.delimiter}${process.env.PATH}`, ...options.env },
});

/** The path of the Node that runs the shop. */
export function findNode() {
  const { engines } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const bundled = path.join(binaries, "node");
  return chooseNode({
    system: { path: process.execPath, version: process.versions.node },
    bundled: existsSync(bundled) ? bundled : undefined,
    minimum: engines.node.replace(">=", ""),
  });
}

function hashFiles(inputs) {
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

const hasContent = (file, text) => existsSync(file) && readFileSync(file, "utf8") === text;

async function step(title, work) {
  const start = performance.now();
  console.log(`${title} …`);
  const code = await work();
  if (code !== 0) throw new Error(`${title} failed.`);
  console.log(`${title}: done in ${seconds(start)}`);
}

/** Installs the packages of the lock file, unless they are up to date. */
export async function ensureInstalled() {
  const stamp = `${hashFiles(["package.json", "package-lock.json"])} ${process.platform}-${process.arch}`;
  if (hasContent(INSTALL_STAMP, stamp)) return;
  // npm ci replaces node_modules, so npm must not run on the Node inside it.
  const systemPath = process.env.PATH.split(path.delimiter).filter((folder) => folder !== binaries);
  await step("Installing packages", () =>
    run("npm", ["ci", "--loglevel=error"], {
      env: { ...process.env, PATH: systemPath.join(path.delimiter) },
    }),
  );
  writeFileSync(INSTALL_STAMP, stamp);
}

/** Builds the pages, unless their inputs are unchanged. */
export async function ensureBuilt() {
  const stamp = hashFiles(BUILD_INPUTS);
  if (hasContent(BUILD_STAMP, stamp)) return;
  await step("Building the pages", async () => {
    const code = await runTool([path.join(binaries, "react-router"), "build"], { env: { NODE_ENV: "production" } });
    return code || runTool(["scripts/compress-build.ts"]);
  });
  writeFileSync(BUILD_STAMP, stamp);
}

/** Exits with one readable line instead of a stack trace. */
export function exitWithMessage(error) {
  console.error(error.message);
  process.exit(1);
}

const CHROMIUM_CANDIDATES = [
  process.env.CHROMIUM,
  // First choice: Debian's headless build has the same engine and is twice as fast in tests.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const findChromium = () => CHROMIUM_CANDIDATES.find((file) => file && existsSync(file));

/** Finds the browser for the end-to-end tests. On Debian, root installs it if it is missing. */
export async function ensureChromium() {
  if (!findChromium() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-qq"], { env });
    const install = (name) =>
      run("apt-get", ["install", "-y", "-qq", name], { env, stdio: ["ignore", "ignore", "inherit"] });
    if ((await install("chromium-headless-shell")) !== 0) await install("chromium");
  }
  const found = findChromium();
  if (!found)
    throw new Error(
      "The end-to-end tests need Chromium: install it, or set CHROMIUM to its path, for example CHROMIUM=/usr/bin/chromium.",
    );
  return found;
}
