// Runs one of the project's TypeScript commands with everything it needs in place.
import { ensureInstalled, failPlainly, runTool } from "./setup.mjs";

try {
  await ensureInstalled();
  process.exit(await runTool(process.argv.slice(2)));
} catch (error) {
  failPlainly(error);
}
