import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const OWN_IMPORT = /\b(?:from|import) "(\.[^"]+)"/g;
/** Every test that uses the database server imports this file, directly or not. */
const DATABASE_MODULE = path.join(import.meta.dirname, "test-postgres.ts");

function usesDatabase(file: string, seen = new Set<string>()): boolean {
  if (file === DATABASE_MODULE) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  const imported = [...readFileSync(file, "utf8").matchAll(OWN_IMPORT)];
  return imported.some(([, name]) => usesDatabase(path.resolve(path.dirname(file), name!), seen));
}

/** These use a database but test something else: command output, headers, files, load, codes, the payment provider. */
const DATABASE_INDEPENDENT = [
  "accounts-timing",
  "admin-import",
  "admin-uploads",
  "api-beside-pages",
  "api-docs",
  "api-foundation",
  "compression",
  "contract-limits",
  "discovery",
  "headers",
  "hostile-api",
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
  "response-cache-http",
  "sandbox-process",
  "second-factor",
  "serving-under-attack",
].map((name) => `tests/integration/${name}.test.ts`);

/** The test files to run again on another PostgreSQL version. */
export function databaseTests(patterns: string[]) {
  const files = globSync(patterns);
  const missing = DATABASE_INDEPENDENT.filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`DATABASE_INDEPENDENT names missing tests: ${missing.join(", ")}`);
  return files.filter((file) => !DATABASE_INDEPENDENT.includes(file) && usesDatabase(path.resolve(file)));
}
