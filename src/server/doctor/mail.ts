import { and, count, gt, gte, isNotNull, isNull, lt, max, min, ne, or } from "drizzle-orm";
import { outbox } from "../notifications/outbox-table.ts";
import type { CheckContext } from "./deps.ts";
import { type Finding, look, note } from "./finding.ts";

const MANY_ATTEMPTS = 3;
const MONTH_MS = 30 * 24 * 60 * 60_000;

/** A code such as `ECONNECTION 421` says nothing of anybody; of anything else the log knows more. */
function codeOf(problem: string | null) {
  if (problem === null) return "none was noted, so its process may have been killed";
  return /^[A-Z\d_ ]{1,40}$/.test(problem) ? problem : "the shop's log says it";
}

const mails = (many: number, kind: string) => `${many} ${many === 1 ? "mail" : "mails"} (${kind})`;

async function notGoneOut({ db, clock, patienceMs, isShopRunning, settings }: CheckContext) {
  const since = new Date(clock.now().getTime() - patienceMs);
  const isLate = or(gte(outbox.attempts, MANY_ATTEMPTS), lt(outbox.createdAt, since));
  const waiting = await db
    .select({
      kind: outbox.kind,
      problem: outbox.problem,
      many: count(),
      tries: max(outbox.attempts),
      from: min(outbox.createdAt),
    })
    .from(outbox)
    .where(and(isNull(outbox.doneAt), isLate))
    .groupBy(outbox.kind, outbox.problem);
  return waiting.map(({ kind, problem, many, tries, from }) => {
    const minutes = Math.round((clock.now().getTime() - from!.getTime()) / 60_000);
    const what = `${mails(many, kind)} not gone out after ${minutes} minutes and ${tries} ${tries === 1 ? "try" : "tries"}`;
    if (!isShopRunning && !problem) return note(`${what}: the shop is not running and sends them when it starts.`);
    const cure = settings.sendsMail
      ? "Check SMTP_URL, and that its server takes mail from here"
      : "Check that DATA_DIR/mail can be written to";
    return look(`${what}; the last problem was: ${codeOf(problem)}. ${cure}.`);
  });
}

async function givenUp({ db, clock }: CheckContext) {
  const lately = new Date(clock.now().getTime() - MONTH_MS);
  const given = await db
    .select({ kind: outbox.kind, problem: outbox.problem, many: count() })
    .from(outbox)
    .where(and(gt(outbox.doneAt, lately), isNotNull(outbox.problem), ne(outbox.problem, "expired")))
    .groupBy(outbox.kind, outbox.problem);
  return given.map(({ kind, problem, many }) =>
    look(
      `${mails(many, kind)} given up within the last month after three days of trying; the last problem was: ${codeOf(problem)}. Whoever waited for it has to be told another way.`,
    ),
  );
}

/** Mail: whatever was announced has gone out. */
export async function examineMail(context: CheckContext): Promise<Finding[]> {
  return [...(await notGoneOut(context)), ...(await givenUp(context))];
}
