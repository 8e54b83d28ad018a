import { and, count, gt, gte, isNotNull, isNull, lt, max, min, ne, or } from "drizzle-orm";
import { isMail, outbox } from "../notifications/outbox-table.ts";
import { DAY_MS, MINUTE_MS } from "../platform/clock.ts";
import { ago, type CheckContext, note, problem } from "./check.ts";

const MANY_ATTEMPTS = 3;
const MONTH_MS = 30 * DAY_MS;

/** Only codes such as `ECONNECTION 421` are shown: other texts may contain personal data. */
function toErrorCode(error: string | null) {
  if (error === null) return "none was noted, so its process may have been killed";
  return /^[A-Z\d_ ]{1,40}$/.test(error) ? error : "the shop's log says it";
}

const countMails = (count: number, kind: string) => `${count} ${count === 1 ? "mail" : "mails"} (${kind})`;

async function* findDelayed(context: CheckContext) {
  const { db, clock, graceMs, isShopRunning, settings } = context;
  const isLate = or(gte(outbox.attempts, MANY_ATTEMPTS), lt(outbox.createdAt, ago(context, graceMs)));
  const delayed = await db
    .select({
      kind: outbox.kind,
      problem: outbox.problem,
      total: count(),
      tries: max(outbox.attempts),
      oldest: min(outbox.createdAt),
    })
    .from(outbox)
    .where(and(isMail, isNull(outbox.doneAt), isLate))
    .groupBy(outbox.kind, outbox.problem);
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
  const isRecent = gt(outbox.doneAt, ago(context, MONTH_MS));
  const abandoned = await context.db
    .select({ kind: outbox.kind, problem: outbox.problem, total: count() })
    .from(outbox)
    .where(and(isMail, isRecent, isNotNull(outbox.problem), ne(outbox.problem, "expired")))
    .groupBy(outbox.kind, outbox.problem);
  for (const { kind, problem: error, total } of abandoned)
    yield problem(
      `${countMails(total, kind)} given up within the last month after three days of trying; the last problem was: ${toErrorCode(error)}. Tell the recipient another way.`,
    );
}

export async function* checkMail(context: CheckContext) {
  yield* findDelayed(context);
  yield* findAbandoned(context);
}
