import type { Transaction } from "../../platform/database/database.ts";
import type { By, Command, Entry, Log } from "./commands.ts";
import type { FullOrder, OrderRow } from "./order.ts";

export interface Change {
  /** Undefined for a new order. */
  before: FullOrder | undefined;
  after: FullOrder;
  command: Command;
  by: By;
  now: Date;
  log: Log | undefined;
  /** Adds a sentence to the order's log. */
  note(entry: Entry): void;
}

/**
 * A domain that follows orders: it compares before and after, and writes its own rows in the same transaction. It may
 * return columns of the order, and it throws to refuse. What is slow or may fail becomes a job.
 */
export type Follower = (tx: Transaction, change: Change) => Promise<Partial<OrderRow> | undefined>;

/**
 * A hold would exceed the share of its network or account. The order is then placed, or opened for payment, without
 * one: its payment takes pieces and times.
 */
export class BeyondShare extends Error {}

type Pair = Pick<Change, "before" | "after">;

/** The shop owes it from now on. */
export const isAcceptedNow = ({ before, after }: Pair) =>
  after.order.placement === "accepted" && before?.order.placement !== "accepted";

/** Nobody wants it any more. A deleted order that was cancelled ended before. */
export const isCancelledNow = ({ before, after }: Pair) =>
  after.order.placement === "cancelled" && before?.order.placement !== "cancelled";

export const isDeletedNow = ({ before, after }: Pair) => after.order.deletedAt !== null && !before?.order.deletedAt;

/** Its money covers it from now on, also by the owner's mark. */
export const isPaidNow = ({ before, after }: Pair) => after.order.paidAt !== null && !before?.order.paidAt;

export const hasNewStatus = ({ before, after }: Pair) => after.order.status !== before?.order.status;

/** Money goes back, with lines, pieces and appointments. */
export const isRefund = (command: Command): command is Extract<Command, { type: "addRefund" | "recordRefund" }> =>
  command.type === "addRefund" || command.type === "recordRefund";

export const isErased = ({ command }: Pick<Change, "command">) => command.type === "erase";
