import { integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { roles } from "../../contracts/roles.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    /** Always in lower case: an e-mail address is unique without regard to case. */
    email: text("email").notNull(),
    phone: text("phone"),
    passwordHash: text("password_hash").notNull(),
    role: text("role", { enum: roles }).notNull(),
    /** Raised when the password changes: tokens of an older generation are no longer believed. */
    tokenGeneration: integer("token_generation").notNull().default(1),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [uniqueIndex("users_email").on(table.email)],
);
