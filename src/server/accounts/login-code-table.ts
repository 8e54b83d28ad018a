import { eq } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";

/** The open login code of an e-mail address, which need not have an account. Keyed hashes, so it names neither. */
export const loginCodes = pgTable(
  "login_codes",
  {
    emailHash: text("email_hash").primaryKey(),
    codeHash: text("code_hash").notNull(),
    requestedAt: timestamptz("requested_at").notNull(),
    wrongTries: integer("wrong_tries").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [index("login_codes_expires_at").on(table.expiresAt)],
);

export const emailHashOf = (keyedHash: KeyedHash, email: string) => keyedHash("login code address", email);
export const isCodeOf = (keyedHash: KeyedHash, email: string) =>
  eq(loginCodes.emailHash, emailHashOf(keyedHash, email));
