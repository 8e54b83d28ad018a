import { enableCompileCache } from "node:module";
import { becomeFrugal } from "./frugal-process.ts";

const isDevelopment = process.argv.includes("--dev");
if (!isDevelopment) becomeFrugal(import.meta.filename, process.env);
// Only what is loaded after this is kept compiled for the next start.
enableCompileCache();
const { runShop } = await import("./shop.ts");
await runShop(isDevelopment);
