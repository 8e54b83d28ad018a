import { becomeFrugal } from "./frugal-process.ts";
import { importQuickly } from "./quick-imports.ts";

const isDevelopment = process.argv.includes("--dev");
if (!isDevelopment) becomeFrugal(import.meta.filename, process.env);
importQuickly();
const { runShop } = await import("./shop.ts");
await runShop(isDevelopment);
