import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const OWN_IMPORT = /\b(?:from|import) "(\.[^"]+)"/g;
/** Whoever wants a database of the test server gets it here. */
const SOURCE = path.join(import.meta.dirname, "test-postgres.ts");

function usesDatabase(file: string, seen = new Set<string>()): boolean {
  if (file === SOURCE) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  const imported = [...readFileSync(file, "utf8").matchAll(OWN_IMPORT)];
  return imported.some(([, name]) => usesDatabase(path.resolve(path.dirname(file), name!), seen));
}

/** The test files that work on the test server; the others never notice which PostgreSQL that is. */
export const databaseTests = (patterns: string[]) =>
  globSync(patterns).filter((file) => usesDatabase(path.resolve(file)));
