import { expect, test } from "vitest";
import { explainExtensionError } from "../../src/server/platform/database/database.ts";

test("explains what to do when PostgreSQL refuses an extension, and leaves other errors alone", () => {
  const refused = new Error("Failed query: CREATE EXTENSION IF NOT EXISTS btree_gist", {
    cause: new Error('permission denied to create extension "btree_gist"'),
  });
  expect(explainExtensionError(refused)).toBe(
    "PostgreSQL refuses the extension btree_gist, which the shop needs. Allow it at your provider, or let an administrator run CREATE EXTENSION btree_gist in this database. Then start the shop again.",
  );
  expect(explainExtensionError(new Error('extension "pg_trgm" is not available'))).toContain("extension pg_trgm");
  expect(explainExtensionError(new Error('relation "orders" does not exist'))).toBeUndefined();
});
