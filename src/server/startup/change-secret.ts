import { existsSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { loginCodes } from "../accounts/login-code-table.ts";
import { logins } from "../accounts/login-table.ts";
import { recoveryCodes, totpSecrets } from "../accounts/second-factor-table.ts";
import { loginNetworks } from "../accounts/user-table.ts";
import type { Config } from "../config.ts";
import { webhookEndpoints } from "../integrations/integration-table.ts";
import { unsubscribedAddress } from "../notifications/unsubscribe.ts";
import { unsubscribed } from "../notifications/unsubscribed-table.ts";
import { type Database, DatabaseError, type Transaction } from "../platform/database/database.ts";
import { countShopProcesses, withMigrationLock } from "../platform/database/migrate.ts";
import { ConfigError } from "../platform/environment.ts";
import { syncFolder } from "../platform/files/file-store.ts";
import { createKeyedHash } from "../platform/keyed-hash.ts";
import { createSecretBox, generateSecret, readSecret, type SecretBox } from "../platform/secrets.ts";

type Secrets = Pick<Config, "jwtSecret" | "jwtSecretFile">;

/** Everything that is sealed with the shop's secret. */
async function readSealed(db: Database | Transaction, open: SecretBox["open"]) {
  const openAll = (rows: { id: string; secret: string }[]) =>
    rows.map(({ id, secret }) => ({ id, plain: open(secret, id) }));
  const apps = openAll(await db.select({ id: totpSecrets.userId, secret: totpSecrets.secret }).from(totpSecrets));
  const webhooks = openAll(await db.select().from(webhookEndpoints));
  const [closedApps, closedWebhooks] = [apps, webhooks].map((rows) => rows.filter(({ plain }) => !plain).length);
  const counts = `authenticator apps: ${closedApps}, webhooks: ${closedWebhooks}`;
  const problem = `Stored secrets cannot be opened with this JWT_SECRET (${counts})`;
  return { apps, webhooks, problem: closedApps || closedWebhooks ? problem : undefined };
}

/** What the start prints when the secret is not the one that the shop had. */
export async function findSecretProblem(db: Database, { jwtSecret }: Secrets) {
  const { problem } = await readSealed(db, createSecretBox(jwtSecret).open);
  return problem && `${problem}. Start with the secret before, which npm run change-secret can then change.`;
}

/** A shop that keeps its own secret has the next one here, until the database has changed. */
const nextFileOf = (file: string) => `${file}.next`;

export function requireWholeChange({ jwtSecretFile: file }: Secrets) {
  if (file && existsSync(nextFileOf(file)))
    throw new ConfigError("DATA_DIR", "has a secret whose change was interrupted: run npm run change-secret again.");
}

/** Only e-mails that the shop knows: a hash cannot be read back. */
async function carryUnsubscribed(tx: Transaction, from: string, to: string) {
  const [was, is] = [createKeyedHash(from), createKeyedHash(to)];
  const { rows } = await tx.execute<{ email: string }>(
    sql`select lower(email) as email from users union select lower(buyer_email) from orders`,
  );
  const next = new Map<string, string>();
  for (const { email } of rows)
    for (const hash of was.all(...unsubscribedAddress(email))) next.set(hash, is(...unsubscribedAddress(email)));
  for (const row of await tx.select().from(unsubscribed)) {
    const address = next.get(row.address);
    if (!address) continue;
    await tx
      .delete(unsubscribed)
      .where(and(eq(unsubscribed.address, row.address), eq(unsubscribed.notice, row.notice)));
    await tx
      .insert(unsubscribed)
      .values({ ...row, address })
      .onConflictDoNothing();
  }
}

/** What was sealed with the next secret already is kept, so that an interrupted change can be repeated. */
async function changeRows(tx: Transaction, from: string, to: string) {
  const [was, is] = [createSecretBox(from), createSecretBox(to)];
  const { apps, webhooks, problem } = await readSealed(tx, (...sealed) => was.open(...sealed) ?? is.open(...sealed));
  if (problem) throw new DatabaseError(`${problem}, so nothing was changed: give the one that the shop runs with.`);
  for (const { id, plain } of apps)
    await tx
      .update(totpSecrets)
      .set({ secret: is.seal(plain!, id) })
      .where(eq(totpSecrets.userId, id));
  for (const { id, plain } of webhooks)
    await tx
      .update(webhookEndpoints)
      .set({ secret: is.seal(plain!, id) })
      .where(eq(webhookEndpoints.id, id));
  await carryUnsubscribed(tx, from, to);
  // They are known by tokens and hashes of the secret, which nobody can make anew.
  for (const table of [logins, loginCodes, loginNetworks, recoveryCodes]) await tx.delete(table);
  return { apps: apps.length, webhooks: webhooks.length };
}

/** `given` for a shop whose secret is in the environment; one of its own is generated and replaces its file. */
export async function changeSecret(
  db: Database,
  { jwtSecret, jwtSecretFile: file }: Secrets,
  given: string | undefined,
) {
  const nextFile = file && nextFileOf(file);
  const next = given ?? (nextFile && existsSync(nextFile) ? readSecret(nextFile) : undefined) ?? generateSecret();
  const changed = await withMigrationLock(db, async (client) => {
    const running = await countShopProcesses(client);
    if (running > 0)
      throw new DatabaseError(`The shop runs (processes: ${running}). Stop it first. Nothing was changed.`);
    return db.transaction(async (tx) => {
      const rows = await changeRows(tx, jwtSecret, next);
      if (nextFile) {
        writeFileSync(nextFile, next, { mode: 0o600, flush: true });
        await syncFolder(path.dirname(nextFile));
      }
      return rows;
    });
  });
  if (file && nextFile) {
    renameSync(nextFile, file);
    await syncFolder(path.dirname(file));
  }
  return changed;
}
