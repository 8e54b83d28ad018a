import type { OrderStatus } from "../../../contracts/orders/order-rules.ts";
import { idAfter } from "../../platform/database/id-after.ts";
import type { By, Entry } from "./commands.ts";
import type { EventRow, FullOrder, HistoryRow, LogRow } from "./order.ts";

const statusOnly = { kind: null, text: "", isPublic: true } as const;

export const isHistory = (row: LogRow): row is HistoryRow => row.status !== null;
export const isEvent = (row: LogRow): row is EventRow => row.kind !== null;

/** What a change adds to the log: a new status first, then the sentences. Times never go back, as the clocks of two machines may. */
export function logRows(
  { order, history, events }: Pick<FullOrder, "order" | "history" | "events">,
  status: OrderStatus | undefined,
  entries: readonly Entry[],
  by: By,
  now: Date,
): LogRow[] {
  const latest = [history.at(-1), events.at(-1)].filter((row) => row !== undefined);
  const at = new Date(Math.max(now.getTime(), ...latest.map((row) => row.at.getTime())));
  let last = latest.map(({ id }) => id).reduce((one, other) => (one > other ? one : other), "");
  const said = [
    ...(status ? [{ status, ...statusOnly }] : []),
    ...entries.map((entry) => ({ status: null, ...entry })),
  ];
  return said.map((one) => {
    last = idAfter(last);
    return { ...one, id: last, orderId: order.id, actor: by.actor, userId: by.userId ?? null, at };
  });
}

/** The first row of a new order's log. */
export const firstStatus = ({ id, status, userId, createdAt }: Omit<FullOrder["order"], "number">): HistoryRow => ({
  ...statusOnly,
  id: idAfter(),
  orderId: id,
  status,
  actor: "buyer",
  userId,
  at: createdAt,
});

export const withLog = (full: FullOrder, rows: readonly LogRow[]): FullOrder => ({
  ...full,
  history: [...full.history, ...rows.filter(isHistory)],
  events: [...full.events, ...rows.filter(isEvent)],
});
