// Runs a TypeScript command after preparing what it needs:
// `--built` builds the pages; `--browser` finds or installs Chromium and sets CHROMIUM.
import { ensureBuilt, ensureChromium, ensureInstalled, exitWithMessage, runTool } from "./setup.mjs";

const preparations = {
  "--built": ensureBuilt,
  "--browser": async () => {
    process.env.CHROMIUM = await ensureChromium();
  },
};

try {
  await ensureInstalled();
  const args = process.argv.slice(2);
  while (args[0] in preparations) await preparations[args.shift()]();
  process.exit(await runTool(args));
} catch (error) {
  exitWithMessage(error);
}
