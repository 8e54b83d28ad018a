import { enableCompileCache, registerHooks } from "node:module";
import { becomeFrugal } from "./frugal-process.ts";

const isDevelopment = process.argv.includes("--dev");
if (!isDevelopment) becomeFrugal(import.meta.filename, process.env);
// Both come before the rest is imported, or they would not reach it.
enableCompileCache();
// Node reads the 180 kB of Drizzle's package.json again for each of its hundreds of ES modules, which costs every process a
// second and 150 MB; for the same code as CommonJS it does not.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, /^drizzle-orm(\/|$)/.test(specifier) ? { ...context, conditions: ["node", "require"] } : context),
});
const { runShop } = await import("./shop.ts");
await runShop(isDevelopment);
