import { sql } from "drizzle-orm";
import { errorMessage } from "../platform/error-message.ts";
import { examineClock } from "./clock.ts";
import type { Check, CheckContext, DoctorDeps } from "./deps.ts";
import { examineDisk } from "./disk.ts";
import { type Finding, look } from "./finding.ts";
import { examineMail } from "./mail.ts";
import { examineMigrations } from "./migrations.ts";
import { examineOrders } from "./orders.ts";
import { examineOwners } from "./owners.ts";
import { examinePayments } from "./payments.ts";
import { examinePictures } from "./pictures.ts";
import { examineSettings } from "./settings.ts";
import { examineStock } from "./stock.ts";
import { examineWebhooks } from "./webhooks.ts";

const CHECKS: Check[] = [
  { title: "Settings", needsTables: false, examine: examineSettings },
  { title: "Disk", needsTables: false, examine: examineDisk },
  { title: "Migrations", needsTables: false, examine: examineMigrations },
  { title: "Clock", needsTables: true, examine: examineClock },
  { title: "Owners", needsTables: true, examine: examineOwners },
  { title: "Stock", needsTables: true, examine: examineStock },
  { title: "Orders", needsTables: true, examine: examineOrders },
  { title: "Payments", needsTables: true, examine: examinePayments },
  { title: "Webhooks", needsTables: true, examine: examineWebhooks },
  { title: "Mail", needsTables: true, examine: examineMail },
  { title: "Pictures", needsTables: true, examine: examinePictures },
];

export interface Examined {
  title: string;
  findings: Finding[];
}

/** Whether another process of the shop is connected: its connections carry the shop's name. An idle one only listens. */
async function isShopRunning({ db }: DoctorDeps) {
  const { rows } = await db.execute<{ others: number }>(sql`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name in ('nakshatra', 'nakshatra signals') and pid <> pg_backend_pid()`);
  return (rows[0]?.others ?? 0) > 0;
}

/** Looks at everything the shop has written down and tells what is odd about it; it changes nothing. */
export async function examine(deps: DoctorDeps): Promise<Examined[]> {
  const context: CheckContext = { ...deps, isShopRunning: await isShopRunning(deps) };
  const report: Examined[] = [];
  let hasTables = true;
  for (const { title, needsTables, examine } of CHECKS) {
    if (needsTables && !hasTables) continue;
    const findings = await examine(context).catch((error: unknown) => [
      look(`This could not be looked at: ${errorMessage(error)}. Mend that and ask again.`),
    ]);
    if (title === "Migrations") hasTables = findings.length === 0;
    report.push({ title, findings });
  }
  return report;
}

export const needsALook = (report: Examined[]) =>
  report.flatMap(({ title, findings }) =>
    findings.filter(({ level }) => level === "look").map(({ sentence }) => `${title}: ${sentence}`),
  );
