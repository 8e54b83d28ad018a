import { and, eq, type SQL, sql } from "drizzle-orm";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import { type Change, type Follower, isErased } from "../orders/core/follow.ts";
import type { FullOrder } from "../orders/core/order.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { given, statement } from "../platform/database/statement.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import { type DocumentRow, documents, documentTasks } from "./document-table.ts";

export const pdfFile = (hash: string) => `${hash}.pdf`;

export const ERASED: DocumentRow["buyer"] = { name: "Deleted account", address: [], state: "", gstin: "" };

export async function eraseBuyers(tx: Transaction | Database, files: FileStore, where: SQL | undefined) {
  const rows = await tx.select({ pdfHash: documents.pdfHash }).from(documents).where(where);
  for (const { pdfHash } of rows) if (pdfHash) await files.remove(pdfFile(pdfHash));
  await tx.update(documents).set({ buyer: ERASED, pdfHash: null }).where(where);
}

/** Each order has one task at most. A task without a problem is due at once, whatever was wrong before. */
const noteChange = statement("note-papers", (db) =>
  db
    .insert(documentTasks)
    .values({ orderId: given("orderId"), since: given("now"), dueAt: given("now") })
    .onConflictDoUpdate({ target: documentTasks.orderId, set: { dueAt: sql`excluded.due_at` } }),
);

const isSold = ({ order: { paidAt, status } }: FullOrder) => paidAt !== null || isPaid(status);

/** An order that was sold, its parcels, its money or its address changed: what it lacks is made later. */
function isDue({ before, after, command: { type } }: Change) {
  if (!before || type === "changeNote" || type === "note") return false;
  const isMoney = before.refunds !== after.refunds || before.disputes !== after.disputes || type === "dealWithPayment";
  return isMoney || isSold(before) || isSold(after);
}

export function createDocumentFollower({ clock, files }: { clock: Clock; files: FileStore }): Follower {
  return async (tx, change) => {
    const orderId = change.after.order.id;
    // Invoices keep their buyer as long as the law keeps them. Nothing obliges to keep the name on a receipt.
    if (isErased(change))
      await eraseBuyers(tx, files, and(eq(documents.orderId, orderId), eq(documents.kind, "receipt")));
    if (isDue(change)) await noteChange(tx, { orderId, now: clock.now() });
  };
}
