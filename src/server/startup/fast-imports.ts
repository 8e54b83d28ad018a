import { enableCompileCache, registerHooks } from "node:module";

/** Lets a process load the shop in half the time; it reaches only what is imported afterwards. */
export function enableFastImports() {
  enableCompileCache();
  // Node reads the 180 kB of Drizzle's package.json again for each of its hundreds of ES modules, which costs every process a
  // second and 150 MB; for the same code as CommonJS it does not.
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, /^drizzle-orm(\/|$)/.test(specifier) ? { ...context, conditions: ["node", "require"] } : context),
  });
}
