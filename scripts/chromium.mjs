import { existsSync } from "node:fs";
import { run } from "./setup.mjs";

const CANDIDATES = [
  process.env.CHROMIUM,
  // First choice: Debian's headless build has the same engine and is twice as fast in tests.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const find = () => CANDIDATES.find((file) => file && existsSync(file));

/** Finds the browser for the end-to-end tests. On Debian, root installs it if it is missing. */
export async function ensureChromium() {
  if (!find() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium …");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-qq"], { env });
    const install = (name) =>
      run("apt-get", ["install", "-y", "-qq", name], { env, stdio: ["ignore", "ignore", "inherit"] });
    if ((await install("chromium-headless-shell")) !== 0) await install("chromium");
  }
  const found = find();
  if (!found)
    throw new Error(
      "The end-to-end tests need Chromium: install it, or set CHROMIUM to its path, for example CHROMIUM=/usr/bin/chromium.",
    );
  return found;
}
