import { and, eq } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { roles } from "../../contracts/accounts/account-rules.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import type { LoginUser } from "../platform/http/logins.ts";

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    /** The name was made from the e-mail address. The first order or a saved profile replaces it. */
    nameIsProvisional: boolean("name_is_provisional").notNull().default(false),
    /** Lower case, so that the unique index ignores case. */
    email: text("email").notNull(),
    /** When the person used a link or code that was mailed to the address. Until then a stranger may have typed it. */
    emailConfirmedAt: timestamptz("email_confirmed_at"),
    phone: text("phone"),
    passwordHash: text("password_hash").notNull(),
    role: text("role", { enum: roles }).notNull(),
    /** The catalogue record of an expert's account. It may be deleted. */
    expertId: uuid("expert_id"),
    /** Incremented when the password changes: tokens of an older generation are invalid. */
    tokenGeneration: integer("token_generation").notNull().default(1),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("users_email").on(table.email),
    uniqueIndex("users_expert").on(table.expertId),
    index("users_newest").on(table.createdAt, table.id),
    ...enumChecks(table),
  ],
);
export type UserRow = typeof users.$inferSelect;

/** Matches the account only if its token generation is still the caller's. */
export const isSameLogin = ({ id, generation }: LoginUser) =>
  and(eq(users.id, id), eq(users.tokenGeneration, generation));

export const toLoginUser = ({ id, role, tokenGeneration }: UserRow): LoginUser => ({
  id,
  role,
  generation: tokenGeneration,
});

/** Without the name until the address is confirmed: a stranger may have chosen name and address. */
export const greeting = ({ name, emailConfirmedAt }: UserRow) => (emailConfirmedAt ? `Hello ${name},` : "Hello,");

/** For tables of what is deleted with an account. */
export const ofUser = () => uuid("user_id").references(() => users.id, { onDelete: "cascade" });

/** Reset links that were mailed and not used yet. Only the hash of a token is stored. */
export const passwordResets = pgTable(
  "password_resets",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: ofUser().notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [index("password_resets_user").on(table.userId), index("password_resets_expires_at").on(table.expiresAt)],
);

/** Networks that have logged in to an account. The keyed hash covers e-mail and network, so it names neither. */
export const loginNetworks = pgTable(
  "login_networks",
  {
    hash: text("hash").primaryKey(),
    userId: ofUser().notNull(),
    lastSeenAt: timestamptz("last_seen_at").notNull(),
  },
  (table) => [index("login_networks_user").on(table.userId), index("login_networks_last_seen_at").on(table.lastSeenAt)],
);
