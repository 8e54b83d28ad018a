import { and, eq, inArray, sql } from "drizzle-orm";
import { invitations } from "../accounts/invitation-table.ts";
import { loginCodes } from "../accounts/login-code-table.ts";
import { logins } from "../accounts/login-table.ts";
import { passkeyChallenges } from "../accounts/second-factor-table.ts";
import { passwordResets, users } from "../accounts/user-table.ts";
import { forgetBackups } from "../backup/backup-state.ts";
import type { Transaction } from "../platform/database/database.ts";
import { jobs } from "../platform/jobs/job-table.ts";

/**
 * Tokens and links that ended since the backup must stay invalid. The generation is derived from the time, so it is new
 * even if the same backup is restored twice.
 */
async function endAllLogins(tx: Transaction) {
  for (const table of [passwordResets, loginCodes, logins, passkeyChallenges, invitations]) await tx.delete(table);
  const seconds = sql`extract(epoch from now() - timestamptz '2026-01-01')::int`;
  await tx.update(users).set({ tokenGeneration: sql`greatest(${users.tokenGeneration} + 1, ${seconds})` });
}

/** The last step of a restore. Returns the number of mails that waited in the backup: the shop has sent them since. */
export async function settleRestored(tx: Transaction, now: Date) {
  await endAllLogins(tx);
  await forgetBackups(tx);
  // The original shop may have sent it since: the provider is asked before money is sent.
  await tx
    .update(jobs)
    .set({ attempts: sql`greatest(${jobs.attempts}, 1)` })
    .where(and(eq(jobs.state, "waiting"), eq(jobs.kind, "refund-send")));
  const { rowCount } = await tx
    .update(jobs)
    .set({ state: "cancelled", endedAt: now, payload: {}, problem: "restored" })
    .where(and(eq(jobs.state, "waiting"), inArray(jobs.queue, ["mail", "webhook"])));
  return rowCount ?? 0;
}
