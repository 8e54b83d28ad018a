import { becomeFrugal } from "./frugal-process.ts";
import { enableFastImports } from "./startup/fast-imports.ts";

const isDevelopment = process.argv.includes("--dev");
if (!isDevelopment) becomeFrugal(import.meta.filename, process.env);
enableFastImports();
const { start } = await import("./startup/start.ts");
await start(isDevelopment);
