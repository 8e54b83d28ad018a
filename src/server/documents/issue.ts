import { and, eq, isNull, sql } from "drizzle-orm";
import { DOCUMENT_NUMBER, documentKinds, documentRules } from "../../contracts/documents/document-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { idAfter } from "../platform/database/id-after.ts";
import { columnsOf, given, givenColumns, statement, valuesIn } from "../platform/database/statement.ts";
import { indianDay } from "../platform/indian-time.ts";
import { cancellable, draftCredits } from "./credits.ts";
import { type DocumentRow, documentCounters, documents } from "./document-table.ts";
import { type Draft, draftSupplies, type Facts } from "./supplies.ts";
import { financialYear, sumAmounts } from "./tax.ts";

/** A paper that is made within a day has the date of its cause, a later one the day when it is made. */
export const dateOf = (since: Date, now: Date) => (now.getTime() - since.getTime() < DAY_MS ? since : now);

/** The row of the counter stays locked until the transaction ends: numbers have no gaps. */
const nextSerial = statement("next-serial", (db) =>
  db
    .insert(documentCounters)
    .values({ series: given("series"), year: given("year"), last: 1 })
    .onConflictDoUpdate({
      target: [documentCounters.series, documentCounters.year],
      set: { last: sql`${documentCounters.last} + 1` },
    })
    .returning(),
);

export function toNumber(series: string, year: string, serial: number) {
  const number = `${series}/${year}/${`${serial}`.padStart(6, "0")}`;
  if (!DOCUMENT_NUMBER.test(number)) throw new Error(`${number} is no number for a document`);
  return number;
}

const insertRow = statement("insert-document", (db) =>
  db.insert(documents).values(givenColumns("document", columnsOf(documents))),
);

interface Issuing {
  orderId: string;
  at: Date;
  settings: Settings;
}

async function insertDocument(
  tx: Transaction,
  { orderId, at, settings }: Issuing,
  draft: Draft,
  earlier: DocumentRow | undefined,
): Promise<DocumentRow> {
  const day = indianDay(at);
  const year = financialYear(day);
  const series = settings.seller.serialPrefix + documentRules[draft.kind].series;
  const [counter] = await nextSerial(tx, { series, year });
  const serial = counter!.last;
  const row: DocumentRow = {
    ...draft,
    ...sumAmounts(draft.lines),
    id: idAfter(earlier?.id),
    orderId,
    series,
    year,
    serial,
    number: toNumber(series, year, serial),
    day,
    issuedAt: at,
    cancelledAt: null,
    pdfHash: null,
  };
  // pg takes objects as JSON, but a list as an array of PostgreSQL.
  await insertRow(tx, valuesIn("document", { ...row, lines: JSON.stringify(row.lines) }));
  return row;
}

const readLive = statement("live-documents", (db) =>
  db
    .select()
    .from(documents)
    .where(and(eq(documents.orderId, given("orderId")), isNull(documents.cancelledAt)))
    .orderBy(documents.id),
);

/** Issues every paper that an order lacks. Needs the lock of the order. Says why some are missing. */
export async function issueMissing(tx: Transaction, issuing: Issuing, facts: Omit<Facts, "issued" | "day">) {
  const day = indianDay(issuing.at);
  const issued = await readLive(tx, { orderId: issuing.orderId });
  const cancelled = cancellable({ ...facts, issued, day });
  for (const { id } of cancelled)
    await tx.update(documents).set({ cancelledAt: issuing.at }).where(eq(documents.id, id));
  const live = issued.filter((document) => !cancelled.includes(document));
  const { drafts, problem } = draftSupplies({ ...facts, issued: live, day });
  // Everybody locks the counters in this order, to avoid deadlocks. Credit notes come last.
  drafts.sort((a, b) => documentKinds.indexOf(a.kind) - documentKinds.indexOf(b.kind));
  const made: DocumentRow[] = [];
  const make = async (draft: Draft) =>
    made.push(await insertDocument(tx, issuing, draft, made.at(-1) ?? issued.at(-1)));
  for (const draft of drafts) await make(draft);
  for (const draft of draftCredits({ ...facts, issued: [...live, ...made], day })) await make(draft);
  return { problem, issued: made };
}
