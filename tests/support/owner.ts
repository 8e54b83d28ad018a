import { randomUUIDv7 } from "node:crypto";
import { hashPassword } from "../../src/server/accounts/passwords.ts";
import { users } from "../../src/server/accounts/user-table.ts";
import type { Database } from "../../src/server/platform/database/database.ts";

export const OWNER = { email: "owner@example.com", password: "a long test password" };

/** Stores the owner as the shop's first start does. */
export async function addOwner(db: Database) {
  const passwordHash = await hashPassword(OWNER.password);
  const owner = { id: randomUUIDv7(), name: "Owner", email: OWNER.email, passwordHash, role: "owner" as const };
  await db.insert(users).values({ ...owner, createdAt: new Date() });
}
