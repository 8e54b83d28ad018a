import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { AccountDeps } from "./service.ts";
import { type UserRow, users } from "./user-table.ts";

/** Tells a person that the second step of their login was changed or bypassed with a recovery code. */
export function createSecurityMail({ db, notifications }: AccountDeps) {
  const mail = notifications.defineMail<{ userId: string; what: string }>(
    "security-changed",
    async ({ userId, what }) => {
      const [user] = await db.select().from(users).where(eq(users.id, userId));
      if (!user) return undefined;
      return {
        to: user.email,
        subject: "The security of your login has changed",
        title: "The security of your login has changed",
        paragraphs: [`Hello ${user.name},`, what],
        footnote: "If this was not you, change your password at once and write to the other owners of the shop.",
      };
    },
  );
  return {
    enqueue: (tx: Database | Transaction, { id }: UserRow, what: string) =>
      mail.enqueue(tx, { key: `security-changed:${randomUUID()}`, payload: { userId: id, what } }),
  };
}
export type SecurityMail = ReturnType<typeof createSecurityMail>;
