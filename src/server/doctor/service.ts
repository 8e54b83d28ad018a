import { sql } from "drizzle-orm";
import { errorMessage } from "../platform/log.ts";
import { checkPictures, checkReviews, checkStock } from "./catalogue.ts";
import { type Check, type CheckContext, type DoctorDeps, type Finding, problem } from "./check.ts";
import { checkBackups, checkClock, checkConstraints, checkDisk, checkMigrations } from "./machine.ts";
import { checkMail } from "./mail.ts";
import { checkCoupons, checkIntakes, checkOrders } from "./orders.ts";
import { checkPayments, checkRefunds, checkWebhooks } from "./payments.ts";
import { checkOwners, checkProxy, checkSettings, checkShopSettings } from "./settings.ts";

/** The checks in the order of the report. Checks after `Migrations` need up-to-date tables. */
const CHECKS: Record<string, Check> = {
  Settings: checkSettings,
  Disk: checkDisk,
  Migrations: checkMigrations,
  Backups: checkBackups,
  Constraints: checkConstraints,
  Clock: checkClock,
  Proxy: checkProxy,
  Owners: checkOwners,
  "Shop settings": checkShopSettings,
  Stock: checkStock,
  Reviews: checkReviews,
  Orders: checkOrders,
  Coupons: checkCoupons,
  Intakes: checkIntakes,
  Payments: checkPayments,
  Refunds: checkRefunds,
  Webhooks: checkWebhooks,
  Mail: checkMail,
  Pictures: checkPictures,
};

export interface CheckResult {
  title: string;
  findings: Finding[];
}

/**
 * Looks for connections of the shop by application name. An idle process has only its LISTEN connection.
 * The supervisor of the embedded server does not count: the doctor itself may have started it.
 */
async function isShopRunning({ db }: DoctorDeps) {
  const { rows } = await db.execute<{ others: number }>(sql`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'nakshatra%' and application_name <> 'nakshatra supervisor'`);
  return (rows[0]?.others ?? 0) > 0;
}

export async function runChecks(deps: DoctorDeps): Promise<CheckResult[]> {
  const context: CheckContext = { ...deps, isShopRunning: await isShopRunning(deps) };
  const results: CheckResult[] = [];
  for (const [title, check] of Object.entries(CHECKS)) {
    const findings: Finding[] = [];
    results.push({ title, findings });
    try {
      for await (const finding of check(context)) findings.push(finding);
    } catch (error) {
      findings.push(problem(`This could not be checked: ${errorMessage(error)}. Fix that and run the doctor again.`));
    }
    if (check === checkMigrations && findings.length > 0) break;
  }
  return results;
}

export const problemsIn = (results: CheckResult[]) =>
  results.flatMap(({ title, findings }) =>
    findings.filter(({ level }) => level === "problem").map(({ message }) => `${title}: ${message}`),
  );
