import { randomBytes, randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import { hashPassword } from "./passwords.ts";
import type { AccountDeps } from "./service.ts";
import type { SetPassword } from "./set-password.ts";
import { users } from "./user-table.ts";

/** Any number that no other lock of the shop uses; processes that start together make one owner together. */
export const OWNER_LOCK = 4_201_002;

interface Wanted {
  email: string;
  /** Without one, a password is made up and answered. */
  password?: string | undefined;
}

interface OwnerDeps extends Pick<AccountDeps, "db" | "clock"> {
  setPassword: SetPassword;
}

export function createOwners({ db, clock, setPassword }: OwnerDeps) {
  async function appoint(tx: Transaction, wanted: Wanted) {
    const email = wanted.email.toLowerCase();
    const generated = wanted.password ? undefined : randomBytes(12).toString("base64url");
    const passwordHash = await hashPassword(wanted.password ?? generated!);
    const owner = { id: randomUUIDv7(), name: "Owner", email, passwordHash, role: "owner" as const };
    const [made] = await tx
      .insert(users)
      .values({ ...owner, createdAt: clock.now() })
      .onConflictDoNothing({ target: users.email })
      .returning();
    if (made) return { made: true, generated };
    const [existing] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    if (existing) await setPassword(tx, existing.id, { passwordHash, role: "owner" });
    return { made: false, generated };
  }

  return {
    /** Makes the first owner when the shop has none; answers the password that was made up, if one was. */
    async ensureOwner(wanted: Wanted) {
      return db.transaction(async (tx) => {
        await tx.execute(`select pg_advisory_xact_lock(${OWNER_LOCK})`);
        const [existing] = await tx.select({ id: users.id }).from(users).where(eq(users.role, "owner")).limit(1);
        if (existing) return { made: false };
        const { generated } = await appoint(tx, wanted);
        return { made: true, generated };
      });
    },

    /** Makes an owner, or makes an account an owner's; either way the password is new and older tokens have ended. */
    appointOwner: (wanted: Wanted) => db.transaction((tx) => appoint(tx, wanted)),
  };
}
