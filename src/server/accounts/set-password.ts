import { and, eq, sql } from "drizzle-orm";
import type { Notifications } from "../notifications/service.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { CurrentUsers } from "./current-users.ts";
import { users } from "./user-table.ts";

export type UserRow = typeof users.$inferSelect;

interface Change extends Partial<Pick<UserRow, "name" | "phone" | "role">> {
  passwordHash: string;
  /** Given, the change is refused to a token that has meanwhile ended. */
  onlyGeneration?: number;
}

/** Every way to a new password is this one: older tokens end with it, other processes hear of it, the person is told. */
export function createSetPassword({ notifications, current }: { notifications: Notifications; current: CurrentUsers }) {
  return async (tx: Transaction, id: string, { onlyGeneration, ...change }: Change): Promise<UserRow | undefined> => {
    const [user] = await tx
      .update(users)
      .set({ ...change, tokenGeneration: sql`${users.tokenGeneration} + 1` })
      .where(
        and(eq(users.id, id), onlyGeneration === undefined ? undefined : eq(users.tokenGeneration, onlyGeneration)),
      )
      .returning();
    if (!user) return undefined;
    await current.tellOfChange(tx, id);
    const key = `password-changed:${id}:${user.tokenGeneration}`;
    await notifications.announce(tx, { kind: "password-changed", key, payload: { userId: id } });
    return user;
  };
}
export type SetPassword = ReturnType<typeof createSetPassword>;
