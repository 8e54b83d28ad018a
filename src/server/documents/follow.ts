import { and, eq, type SQL } from "drizzle-orm";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import { type Change, type Follower, isErased } from "../orders/core/follow.ts";
import type { FullOrder } from "../orders/core/order.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { given, statement, valuesIn } from "../platform/database/statement.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import { repeatingInsert } from "../platform/jobs/job-statements.ts";
import { jobs as jobTable } from "../platform/jobs/job-table.ts";
import type { Platform } from "../platform/platform.ts";
import { defineIssuing, definePdf, issuingKey, pdfJob } from "./document-jobs.ts";
import { type DocumentRow, documents, documentTasks, hasOwnPdf } from "./document-table.ts";

export const pdfFile = (hash: string) => `${hash}.pdf`;

export const ERASED: DocumentRow["buyer"] = { name: "Deleted account", address: [], state: "", gstin: "" };

interface EraseDeps extends Pick<Platform, "jobs"> {
  files: FileStore;
}

export async function eraseBuyers(tx: Transaction | Database, { files, jobs }: EraseDeps, where: SQL | undefined) {
  const rows = await tx.select().from(documents).where(where);
  for (const { pdfHash } of rows) if (pdfHash) await files.remove(pdfFile(pdfHash));
  await tx.update(documents).set({ buyer: ERASED, pdfHash: null }).where(where);
  for (const row of rows.filter(hasOwnPdf)) await definePdf(jobs).enqueueOrRepeat(tx, pdfJob(row.id));
}

/** Each order has one task at most. Its job is due at once, whatever was wrong before. */
const noteChange = statement("note-papers", (db) =>
  db
    .with(db.$with("job").as(repeatingInsert(db, "job").returning({ id: jobTable.id })))
    .insert(documentTasks)
    .values({ orderId: given("orderId"), since: given("now") })
    .onConflictDoNothing(),
);

const isSold = ({ order: { paidAt, status } }: FullOrder) => paidAt !== null || isPaid(status);

/** An order that was sold, its parcels, its money or its address changed: what it lacks is made later. */
function isDue({ before, after, command: { type } }: Change) {
  if (!before || type === "changeNote" || type === "note") return false;
  const isMoney = before.refunds !== after.refunds || before.disputes !== after.disputes || type === "dealWithPayment";
  return isMoney || isSold(before) || isSold(after);
}

export function createDocumentFollower({ clock, files, jobs }: EraseDeps & Pick<Platform, "clock">): Follower {
  const issuing = defineIssuing(jobs);
  return async (tx, change) => {
    const orderId = change.after.order.id;
    // Invoices keep their buyer as long as the law keeps them. Nothing obliges to keep the name on a receipt.
    if (isErased(change))
      await eraseBuyers(tx, { files, jobs }, and(eq(documents.orderId, orderId), eq(documents.kind, "receipt")));
    if (!isDue(change)) return;
    const job = issuing.toRow({ key: issuingKey(orderId), payload: { orderId } });
    await noteChange(tx, { orderId, now: clock.now(), ...valuesIn("job", job) });
  };
}
