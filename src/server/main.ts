import { becomeFrugal } from "./frugal-process.ts";
import { importQuickly } from "./startup/fast-imports.ts";

const isDevelopment = process.argv.includes("--dev");
if (!isDevelopment) becomeFrugal(import.meta.filename, process.env);
importQuickly();
const { runShop } = await import("./startup/start.ts");
await runShop(isDevelopment);
