import { randomUUIDv7 } from "node:crypto";
import type { Clock } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { orderEvents } from "./order-table.ts";

type NewEvent = Omit<typeof orderEvents.$inferInsert, "id" | "at">;

/** Adds an entry to the order's history, in the transaction of the change. */
export async function recordEvent(tx: Transaction, clock: Clock, event: NewEvent) {
  await tx.insert(orderEvents).values({ ...event, id: randomUUIDv7(), at: clock.now() });
}
