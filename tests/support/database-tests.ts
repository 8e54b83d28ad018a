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

/**
 * These use a database but test something else: roles, mails, caching, command output, HTTP, files, load, codes, the
 * payment provider, a pooler, several or killed processes, some of them with a database of their own. Their queries are
 * plain, or also in tests that run again.
 */
const DATABASE_INDEPENDENT = [
  "accounts",
  "accounts-profile",
  "accounts-register",
  "accounts-reset",
  "accounts-logins",
  "accounts-timing",
  "admin-access",
  "admin-activity",
  "admin-duplicate",
  "admin-import",
  "admin-uploads",
  "admin-versions",
  "agents-totals",
  "api-beside-pages",
  "api-calls",
  "api-docs",
  "api-foundation",
  "api-keys",
  "appointments-model",
  "authorisation-matrix",
  "back-in-stock-kill",
  "backup-commands",
  "backup-refusals",
  "calendar-files",
  "compression",
  "contract-limits",
  "discovery",
  "drafts",
  "enquiries",
  "first-day",
  "headers",
  "hoarding",
  "hostile-api",
  "hostile-pages",
  "html-pages",
  "html-products",
  "image-bombs",
  "images",
  "images-in-step",
  "join",
  "limits",
  "login-bursts",
  "login-code-limits",
  "login-limits",
  "mail",
  "mail-after-kill",
  "mail-delivery",
  "metrics",
  "orders-kill",
  "orders-limits",
  "orders-model",
  "orders-model-concurrent",
  "overload",
  "page-heads",
  "pages-without-scripts",
  "owner-command",
  "payments-callback",
  "payments-claims",
  "payments-provider-faults",
  "payments-refused",
  "people",
  "pictures-in-s3",
  "pooler",
  "privacy-account",
  "privacy-logs",
  "products-access",
  "products-images",
  "refunds",
  "refunds-faults",
  "refunds-kill",
  "response-cache",
  "response-cache-http",
  "response-cache-staleness",
  "sandbox",
  "sandbox-refunds",
  "sandbox-webhooks",
  "sealed-settings",
  "second-factor",
  "secret-change",
  "serving-under-attack",
  "share-pictures",
  "shop-process",
  "untrusted-proxy",
  "webhooks",
  "workers",
].map((name) => `tests/integration/${name}.test.ts`);

/** The test files to run again on another PostgreSQL version. */
export function databaseTests(patterns: string[]) {
  const files = globSync(patterns);
  const missing = DATABASE_INDEPENDENT.filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`DATABASE_INDEPENDENT names missing tests: ${missing.join(", ")}`);
  return files.filter((file) => !DATABASE_INDEPENDENT.includes(file) && usesDatabase(path.resolve(file)));
}
