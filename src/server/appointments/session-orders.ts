import type { Transaction } from "../platform/database/database.ts";
import type { ActingAs } from "./find-for.ts";

/** A refund that was written into the ledger and is sent once the transaction is committed. */
export interface StartedRefund {
  id: string;
  amountPaise: number;
}

interface SessionEvent {
  orderId: string;
  kind: "session";
  /** One sentence without personal data. */
  text: string;
  isPublic: boolean;
  actor: ActingAs;
  userId: string;
}

/** What a change of a session needs of its order. */
export interface SessionOrders {
  /** Locks the order until the transaction ends. */
  lock(tx: Transaction, orderId: string): Promise<{ isPaid: boolean }>;
  recordEvent(tx: Transaction, event: SessionEvent): Promise<void>;
}

/** What a cancelled session needs of the refunds. */
export interface SessionRefunds {
  /** What goes back for one session of each line, in paise, by order and line. Null: the owner decides. */
  plan(orderIds: string[]): Promise<Map<string, Map<number, number | null>>>;
  /** Starts the refund of one session, once. Undefined where the owner decides. */
  start(
    tx: Transaction,
    session: { orderId: string; place: number; appointmentId: string },
    by: { actor: ActingAs; userId: string },
  ): Promise<StartedRefund | "nothing_paid" | undefined>;
  /** After the commit. What cannot be sent now is sent later. */
  send(started: StartedRefund): Promise<void>;
}
