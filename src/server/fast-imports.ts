import { enableCompileCache, registerHooks } from "node:module";

/** Import this before the shop. It halves the time that loading takes. */
enableCompileCache();
// Node parses the 180 kB package.json of Drizzle for each of its ES modules, so its CommonJS build is loaded instead.
registerHooks({
  resolve: (name, context, next) =>
    next(name, name.startsWith("drizzle-orm") ? { ...context, conditions: ["node", "require"] } : context),
});
