// Sends thousands of hostile calls. FC_SEED repeats a run, HOSTILE_TIMES makes it longer.
import { runTool } from "./setup.mjs";

process.env.HOSTILE_TIMES ??= "25";
process.env.FC_SEED ??= String(Math.floor(Math.random() * 2 ** 31));
console.log(`Searching with FC_SEED=${process.env.FC_SEED} HOSTILE_TIMES=${process.env.HOSTILE_TIMES}`);
process.exit(await runTool(["node_modules/.bin/vitest", "run", "tests/integration/hostile-"]));
