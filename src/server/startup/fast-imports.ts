import { enableCompileCache, type ResolveFnOutput, registerHooks } from "node:module";

const DRIZZLE = /^drizzle-orm(\/|$)/;

/** Halves the time to load the shop. Affects later imports only, so call it before a dynamic import. */
export function enableFastImports() {
  enableCompileCache();
  // Node parses Drizzle's 180 kB package.json at every import of it, and for each of its hundreds of ES modules, which
  // costs a second and 150 MB. So each of its modules is resolved once, to the CommonJS build.
  const resolved = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve(specifier, context, next) {
      if (!DRIZZLE.test(specifier)) return next(specifier, context);
      const known = resolved.get(specifier);
      if (known) return known;
      const found = next(specifier, { ...context, conditions: ["node", "require"] });
      resolved.set(specifier, { ...found, shortCircuit: true });
      return found;
    },
  });
}
