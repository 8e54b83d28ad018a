import { eq } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { users } from "./user-table.ts";

/** The accounts of customers, as a subquery without anything about their logins. */
export const customerAccounts = (db: Database) =>
  db
    .select({ id: users.id, name: users.name, email: users.email, phone: users.phone, createdAt: users.createdAt })
    .from(users)
    .where(eq(users.role, "customer"))
    .as("customers");
