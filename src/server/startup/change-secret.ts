import { existsSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
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
  const { rows } = await db.execute<{ id: string; secret: string }>(
    sql`select user_id as id, secret from totp_secrets union all select id, secret from webhook_endpoints`,
  );
  const opened = rows.map(({ id, secret }) => ({ id, plain: open(secret, id) }));
  const closed = opened.filter(({ plain }) => !plain).length;
  const problem = `JWT_SECRET cannot open ${closed} of ${rows.length} secrets of authenticator apps and webhooks`;
  return { opened, problem: closed > 0 ? problem : undefined };
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
    const values = { ...row, address };
    await tx.delete(unsubscribed).where(eq(unsubscribed.address, row.address));
    await tx.insert(unsubscribed).values(values).onConflictDoNothing();
  }
}

/** What the next secret opens is kept, so that an interrupted change can be repeated. */
async function changeRows(tx: Transaction, from: string, to: string) {
  const [was, is] = [createSecretBox(from), createSecretBox(to)];
  const { opened, problem } = await readSealed(tx, (...sealed) => was.open(...sealed) ?? is.open(...sealed));
  if (problem) throw new DatabaseError(`${problem}, so nothing was changed: give the secret that the shop runs with.`);
  for (const { id, plain } of opened) {
    const secret = is.seal(plain!, id);
    await tx.update(totpSecrets).set({ secret }).where(eq(totpSecrets.userId, id));
    await tx.update(webhookEndpoints).set({ secret }).where(eq(webhookEndpoints.id, id));
  }
  await carryUnsubscribed(tx, from, to);
  // They are known by tokens and hashes of the secret, which nobody can make anew.
  for (const table of [logins, loginCodes, loginNetworks, recoveryCodes]) await tx.delete(table);
  return opened.length;
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
      const count = await changeRows(tx, jwtSecret, next);
      if (nextFile) {
        writeFileSync(nextFile, next, { mode: 0o600, flush: true });
        await syncFolder(path.dirname(nextFile));
      }
      return count;
    });
  });
  if (file && nextFile) {
    renameSync(nextFile, file);
    await syncFolder(path.dirname(file));
  }
  return changed;
}
