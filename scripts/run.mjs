// Runs one of the project's TypeScript commands with everything it needs in place:
// `--built`, the built pages; `--browser`, a Chromium, named in CHROMIUM.
import { ensureChromium } from "./chromium.mjs";
import { ensureBuilt, ensureInstalled, failPlainly, runTool } from "./setup.mjs";

const needs = {
  "--built": ensureBuilt,
  "--browser": async () => {
    process.env.CHROMIUM = await ensureChromium();
  },
};

try {
  await ensureInstalled();
  const args = process.argv.slice(2);
  while (args[0] in needs) await needs[args.shift()]();
  process.exit(await runTool(args));
} catch (error) {
  failPlainly(error);
}
