import { randomBytes, randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import type { AccountParts } from "./parts.ts";
import { hashPassword, refuseCommonPassword } from "./passwords.ts";
import { clearSecondFactor } from "./second-factor.ts";
import { users } from "./user-table.ts";

/** Advisory lock key, unique in the shop. Ensures that processes starting in parallel create only one owner. */
export const OWNER_LOCK = 4_201_002;

interface OwnerInput {
  email: string;
  /** If missing, a password is generated and returned. */
  password?: string | undefined;
}

export function createOwners(parts: AccountParts) {
  const { db, clock, setPassword, clearFailedLogins, clearFailedCodes, endFeedsOf } = parts;
  async function appoint(tx: Transaction, input: OwnerInput) {
    if (input.password) refuseCommonPassword(input.password);
    const email = input.email.toLowerCase();
    const generated = input.password ? undefined : randomBytes(12).toString("base64url");
    const passwordHash = await hashPassword(input.password ?? generated!);
    // Who can run the command is trusted with the address.
    const emailConfirmedAt = clock.now();
    const owner = { id: randomUUIDv7(), name: "Owner", email, emailConfirmedAt, passwordHash, role: "owner" as const };
    const [made] = await tx
      .insert(users)
      .values({ ...owner, createdAt: clock.now() })
      .onConflictDoNothing({ target: users.email })
      .returning();
    if (made) return { made: true, generated };
    const [existing] = await tx.select().from(users).where(eq(users.email, email));
    if (existing) {
      await setPassword(tx, existing.id, { passwordHash, role: "owner", expertId: null, emailConfirmedAt });
      if (existing.expertId) await endFeedsOf(tx, existing);
      // Recovery for an owner who lost the device. Running the command requires access to the machine.
      await clearSecondFactor(tx, existing.id);
    }
    return { made: false, generated };
  }

  return {
    async ensureOwner(input: OwnerInput) {
      return db.transaction(async (tx) => {
        await tx.execute(`select pg_advisory_xact_lock(${OWNER_LOCK})`);
        const [existing] = await tx.select({ id: users.id }).from(users).where(eq(users.role, "owner")).limit(1);
        if (existing) return { made: false };
        const { generated } = await appoint(tx, input);
        return { made: true, generated };
      });
    },

    /** Creates an owner or promotes an account, with a new password. Promotion revokes tokens and the second factor. */
    async appointOwner(input: OwnerInput) {
      const appointed = await db.transaction((tx) => appoint(tx, input));
      await clearFailedLogins(input.email.toLowerCase());
      await clearFailedCodes(input.email.toLowerCase());
      return appointed;
    },
  };
}
