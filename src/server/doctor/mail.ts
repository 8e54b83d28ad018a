import { and, count, eq, gt, gte, lt, max, min, or } from "drizzle-orm";
import { DAY_MS, MINUTE_MS } from "../platform/clock.ts";
import { jobs } from "../platform/jobs/job-table.ts";
import { ago, type CheckContext, note, problem } from "./check.ts";

const MANY_ATTEMPTS = 3;
const MONTH_MS = 30 * DAY_MS;

const isMail = eq(jobs.queue, "mail");

/** Only codes such as `ECONNECTION 421` are shown: other texts may contain personal data. */
function toErrorCode(error: string | null) {
  if (error === null) return "none was noted, so its process may have been killed";
  return /^[A-Z\d_ ]{1,40}$/.test(error) ? error : "the shop's log says it";
}

const countMails = (count: number, kind: string) =>
  `${count} ${count === 1 ? "mail" : "mails"} (${kind.replace("mail:", "")})`;

async function* findDelayed(context: CheckContext) {
  const { db, clock, graceMs, isShopRunning, settings } = context;
  const isLate = or(gte(jobs.attempts, MANY_ATTEMPTS), lt(jobs.createdAt, ago(context, graceMs)));
  const delayed = await db
    .select({
      kind: jobs.kind,
      problem: jobs.problem,
      total: count(),
      tries: max(jobs.attempts),
      oldest: min(jobs.createdAt),
    })
    .from(jobs)
    .where(and(isMail, eq(jobs.state, "waiting"), isLate))
    .groupBy(jobs.kind, jobs.problem);
  const advice = settings.hasMailServer
    ? "Check the mail server at /admin/settings/mail or in SMTP_URL, and that its server takes mail from here"
    : "Check that DATA_DIR/mail can be written to";
  for (const { kind, problem: error, total, tries, oldest } of delayed) {
    const minutes = Math.round((clock.now().getTime() - oldest!.getTime()) / MINUTE_MS);
    const what = `${countMails(total, kind)} not gone out after ${minutes} minutes and ${tries} ${tries === 1 ? "try" : "tries"}`;
    yield !isShopRunning && !error
      ? note(`${what}: the shop is not running and sends them when it starts.`)
      : problem(`${what}; the last problem was: ${toErrorCode(error)}. ${advice}.`);
  }
}

async function* findAbandoned(context: CheckContext) {
  const isRecent = gt(jobs.endedAt, ago(context, MONTH_MS));
  const abandoned = await context.db
    .select({ kind: jobs.kind, problem: jobs.problem, total: count() })
    .from(jobs)
    .where(and(isMail, eq(jobs.state, "failed"), isRecent))
    .groupBy(jobs.kind, jobs.problem);
  for (const { kind, problem: error, total } of abandoned)
    yield problem(
      `${countMails(total, kind)} given up within the last month after three days of trying; the last problem was: ${toErrorCode(error)}. Tell the recipient another way.`,
    );
}

export async function* checkMail(context: CheckContext) {
  yield* findDelayed(context);
  yield* findAbandoned(context);
}
