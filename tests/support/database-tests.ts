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

/**
 * What these prove lies in front of the database, however much they use one: words of a command, headers, pictures, load,
 * the payment provider. The statements that they send on their way are sent by others as well.
 */
const BEFORE_THE_DATABASE = [
  "accounts-timing",
  "admin-uploads",
  "api-beside-pages",
  "api-docs",
  "api-foundation",
  "contract-limits",
  "discovery",
  "headers",
  "hostile-pages",
  "image-bombs",
  "images",
  "login-bursts",
  "metrics",
  "overload",
  "owner-command",
  "payments-provider-faults",
  "pictures-in-s3",
  "privacy-logs",
  "products-images",
  "sandbox-process",
].map((name) => `tests/integration/${name}.test.ts`);

/** The test files to run on another PostgreSQL; the others would never notice which one that is. */
export function databaseTests(patterns: string[]) {
  const files = globSync(patterns);
  const missing = BEFORE_THE_DATABASE.filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`BEFORE_THE_DATABASE names tests that are not there: ${missing.join(", ")}`);
  return files.filter((file) => !BEFORE_THE_DATABASE.includes(file) && usesDatabase(path.resolve(file)));
}
