import type { Clock } from "../../platform/clock.ts";
import type { Transaction } from "../../platform/database/database.ts";
import type { By, Command, Entry } from "./commands.ts";
import { decide } from "./decide.ts";
import type { Change, Follower } from "./follow.ts";
import { logRows, withLog } from "./log.ts";
import { withRow } from "./move.ts";
import type { FullOrder, NewOrder } from "./order.ts";
import { insertOrder, lockFull } from "./read.ts";
import { cutTexts, writeParts, writeRow } from "./write.ts";

export interface ChangeDeps {
  clock: Clock;
  /** They run in this order, which is also the lock order. */
  followers: readonly Follower[];
}

export interface Changed {
  before: FullOrder;
  after: FullOrder;
}

/** A command, or what it is once the order is read under its lock; undefined when there is nothing to do. */
type Wanted = Command | ((full: FullOrder) => Command | undefined | Promise<Command | undefined>);

/**
 * The only writer of orders and of the rows that belong to them. Lock order of every writer: the buyer's account,
 * orders by id, the network's rate-limit row, then as the followers: the coupon, experts by id, products by id.
 */
export function createChange({ clock, followers }: ChangeDeps) {
  /** Lets everybody follow, then writes what differs. */
  async function apply(tx: Transaction, change: Omit<Change, "note">, decided: readonly Entry[]): Promise<FullOrder> {
    const { before, by, now } = change;
    const entries: Entry[] = [];
    let { after } = change;
    for (const follow of followers) {
      const columns = await follow(tx, { ...change, after, note: (entry) => entries.push(entry) });
      if (columns) after = withRow(after, columns);
    }
    const written = before ?? change.after;
    const { id: orderId, status } = after.order;
    const isMoved = status !== written.order.status;
    const rows = logRows(written, isMoved ? status : undefined, [...entries, ...decided], by, now);
    await writeRow(tx, written, after, rows);
    await writeParts(tx, written, after);
    if (change.command.type === "erase") await cutTexts(tx, orderId);
    return withLog(after, rows);
  }

  /** Inserts a new order. `change` may be called for it afterwards, in the same transaction. */
  async function place(tx: Transaction, rows: NewOrder, by: By, command: Extract<Command, { type: "place" }>) {
    const after = await insertOrder(tx, rows);
    return apply(tx, { before: undefined, after, command, by, now: clock.now(), log: undefined }, []);
  }

  /** Locks and reads the order, decides, and writes. An order that is decided to stay as it is is not written. */
  async function change(tx: Transaction, orderId: string, by: By, wanted: Wanted): Promise<Changed> {
    const before = await lockFull(tx, orderId);
    const command = typeof wanted === "function" ? await wanted(before) : wanted;
    const now = clock.now();
    const decision = command && decide(before, command, by, now);
    if (!decision || (decision.after === before && decision.entries.length === 0)) return { before, after: before };
    const { after, entries, log } = decision;
    return { before, after: await apply(tx, { before, after, command, by, now, log }, entries) };
  }

  return { place, change };
}
export type OrderCore = ReturnType<typeof createChange>;
