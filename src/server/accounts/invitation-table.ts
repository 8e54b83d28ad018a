import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { staffRoles } from "../../contracts/accounts/account-rules.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";
import { users } from "./user-table.ts";

/** Invitations that were neither accepted nor withdrawn. Only the hash of a link's token is stored. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull(),
    role: text("role", { enum: staffRoles }).notNull(),
    /** The catalogue record of an invited expert. */
    expertId: uuid("expert_id"),
    /** The invitations of an owner end with the account. */
    invitedBy: uuid("invited_by")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Incremented when the invitation is sent again, which invalidates the earlier link. */
    round: integer("round").notNull(),
    tokenHash: text("token_hash").notNull(),
    sentAt: timestamptz("sent_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("invitations_email").on(table.email),
    uniqueIndex("invitations_expert").on(table.expertId),
    uniqueIndex("invitations_token").on(table.tokenHash),
    index("invitations_invited_by").on(table.invitedBy),
    index("invitations_expires_at").on(table.expiresAt),
    ...enumChecks(table),
  ],
);
export type InvitationRow = typeof invitations.$inferSelect;
