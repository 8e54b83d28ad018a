import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { ofUser } from "./user-table.ts";

/** The secret of an authenticator app, encrypted. Login requires it only after a first code has confirmed it. */
export const totpSecrets = pgTable("totp_secrets", {
  userId: ofUser().primaryKey(),
  secret: text("secret").notNull(),
  createdAt: timestamptz("created_at").notNull(),
  confirmedAt: timestamptz("confirmed_at"),
  /** The newest time step that was used: a code works once. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
});

export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential id that the authenticator chose, base64url. */
    id: text("id").primaryKey(),
    userId: ofUser().notNull(),
    name: text("name").notNull(),
    publicKey: text("public_key").notNull(),
    /** Signature counter. A value below the stored one reveals a cloned authenticator. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    createdAt: timestamptz("created_at").notNull(),
    lastUsedAt: timestamptz("last_used_at"),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

export const passkeyPurposes = ["login", "enrolment"] as const;

/** Open WebAuthn challenges: for one account and purpose, used once, for a few minutes. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    challenge: text("challenge").primaryKey(),
    userId: ofUser().notNull(),
    purpose: text("purpose", { enum: passkeyPurposes }).notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    index("passkey_challenges_user").on(table.userId),
    index("passkey_challenges_expires_at").on(table.expiresAt),
    ...enumChecks(table),
  ],
);

/** Unused recovery codes, as keyed hashes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    hash: text("hash").primaryKey(),
    userId: ofUser().notNull(),
  },
  (table) => [index("recovery_codes_user").on(table.userId)],
);
