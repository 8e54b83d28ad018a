import { eq } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { ipSubnet } from "../platform/http/ip-subnet.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";

/** The open login code of an e-mail address, which need not have an account. Keyed hashes, so it names neither. */
export const loginCodes = pgTable(
  "login_codes",
  {
    emailHash: text("email_hash").primaryKey(),
    codeHash: text("code_hash").notNull(),
    requestedAt: timestamptz("requested_at").notNull(),
    /** The network that asked for it. Its wrong tries are counted apart, so that strangers cannot end the code there. */
    networkHash: text("network_hash").notNull().default(""),
    wrongTries: integer("wrong_tries").notNull(),
    wrongTriesElsewhere: integer("wrong_tries_elsewhere").notNull().default(0),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [index("login_codes_expires_at").on(table.expiresAt)],
);

export const emailHashOf = (keyedHash: KeyedHash, email: string) => keyedHash("login code address", email);
export const networkHashOf = (keyedHash: KeyedHash, ip: string) => keyedHash("login code network", ipSubnet(ip));
export const isCodeOf = (keyedHash: KeyedHash, email: string) =>
  eq(loginCodes.emailHash, emailHashOf(keyedHash, email));
