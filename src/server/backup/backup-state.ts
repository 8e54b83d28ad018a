import { inArray } from "drizzle-orm";
import { DAY_MS } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { shopState } from "../platform/database/shop-state-table.ts";

/** One failed backup may be repeated before this. */
const LATE_MS = 2 * DAY_MS;

const LAST = "latest-backup";
const BYTES = "latest-backup-bytes";
const FAILING = "backup-failure";

interface Failure {
  /** The first of the series. */
  since: string;
  problem: string;
}

/** The nightly backups, as the dashboard and the doctor show them. */
export interface BackupState {
  last: { at: string; bytes: number | null } | null;
  failing: Failure | null;
  /** The last one is too old. */
  isLate: boolean;
}

export async function readBackupState(db: Database | Transaction, now: Date): Promise<BackupState> {
  const keys = [LAST, BYTES, FAILING];
  const rows = await db.select().from(shopState).where(inArray(shopState.key, keys));
  const [at, bytes, failing] = keys.map((key) => rows.find((row) => row.key === key)?.value);
  return {
    last: at ? { at, bytes: bytes ? Number(bytes) : null } : null,
    failing: failing ? (JSON.parse(failing) as Failure) : null,
    isLate: at !== undefined && now.getTime() - Date.parse(at) > LATE_MS,
  };
}

async function write(db: Database | Transaction, key: string, value: string) {
  await db.insert(shopState).values({ key, value }).onConflictDoUpdate({ target: shopState.key, set: { value } });
}

export const noteBackup = (db: Database, now: Date, bytes: number) =>
  db.transaction(async (tx) => {
    await write(tx, LAST, now.toISOString());
    await write(tx, BYTES, `${bytes}`);
    await tx.delete(shopState).where(inArray(shopState.key, [FAILING]));
  });

/** After a restore: the backups of the other shop are not this one's. */
export const forgetBackups = (tx: Transaction) =>
  tx.delete(shopState).where(inArray(shopState.key, [LAST, BYTES, FAILING]));

export const noteFailure = (tx: Transaction, failure: Failure) => write(tx, FAILING, JSON.stringify(failure));
