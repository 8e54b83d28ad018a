import type { Transaction } from "../platform/database/database.ts";
import type { ActingAs } from "./find-for.ts";

/** A refund that is stored in the ledger and sent to the provider after the commit. */
export interface StartedRefund {
  id: string;
  amountPaise: number;
}

interface AppointmentEvent {
  orderId: string;
  kind: "session";
  /** One sentence without personal data. */
  text: string;
  isPublic: boolean;
  actor: ActingAs;
  userId: string;
}

/** The order functions that changes of a session use. */
export interface AppointmentOrders {
  /** Locks the order until the transaction ends. */
  lock(tx: Transaction, orderId: string): Promise<{ isPaid: boolean }>;
  recordEvent(tx: Transaction, event: AppointmentEvent): Promise<void>;
}

/** The refund functions that cancelling a session uses. */
export interface AppointmentRefunds {
  /** The refund for one session of each line, in paise, by order and line. Null when the owner decides. */
  plan(orderIds: string[]): Promise<Map<string, Map<number, number | null>>>;
  /** Starts the refund of one session, once. Undefined where the owner decides. */
  start(
    tx: Transaction,
    session: { orderId: string; lineIndex: number; appointmentId: string },
    by: { actor: ActingAs; userId: string },
  ): Promise<StartedRefund | "nothing_paid" | undefined>;
  /** Call it after the commit. A refund that cannot be sent now is retried later. */
  send(started: StartedRefund): Promise<void>;
}
