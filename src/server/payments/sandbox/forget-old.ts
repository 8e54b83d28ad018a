import { inArray, lt } from "drizzle-orm";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { sandboxOrders } from "./order-table.ts";
import { sandboxPayments } from "./payment-table.ts";
import { sandboxWebhooks } from "./webhook-table.ts";

const REMEMBER_MS = 30 * 24 * 60 * 60_000;

/** Pretend money need not be remembered for as long as real money. */
export async function forgetOldSandbox({ db, clock }: { db: Database; clock: Clock }) {
  const longAgo = new Date(clock.now().getTime() - REMEMBER_MS);
  await db.delete(sandboxWebhooks).where(lt(sandboxWebhooks.createdAt, longAgo));
  await db.transaction(async (tx) => {
    const old = tx.select({ id: sandboxOrders.id }).from(sandboxOrders).where(lt(sandboxOrders.createdAt, longAgo));
    await tx.delete(sandboxPayments).where(inArray(sandboxPayments.orderId, old));
    await tx.delete(sandboxOrders).where(lt(sandboxOrders.createdAt, longAgo));
  });
}
