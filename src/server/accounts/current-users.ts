import { eq } from "drizzle-orm";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { EventChannel } from "../platform/events/listen-notify.ts";
import { httpError } from "../platform/http/errors.ts";
import type { SessionUser } from "../platform/http/sessions.ts";
import { users } from "./user-table.ts";

const TOPIC = "user-changed";
const MOST_KEPT = 10_000;
const KEEP_MS = 60_000;

type State = Pick<SessionUser, "role" | "generation"> & { name: string; email: string };

const agree = (one: State | undefined, other: SessionUser) =>
  one?.role === other.role && one.generation === other.generation;

/**
 * Tells whether a token's user is still as the token says, without a query on every call: what was looked up is kept
 * until a signal says that it changed. While signals are not heard, nothing kept is believed.
 */
export function createCurrentUsers({ db, clock, signals }: { db: Database; clock: Clock; signals: EventChannel }) {
  const known = new Map<string, State & { until: number }>();
  /** Grows with every change heard of, so that an answer from before it is not kept after it. */
  let epoch = 0;

  function forget(id: string) {
    epoch += 1;
    known.delete(id);
  }
  signals.on(TOPIC, forget);
  signals.onGap(() => {
    epoch += 1;
    known.clear();
  });

  function keep(id: string, state: State) {
    const [oldest] = known.keys();
    if (known.size >= MOST_KEPT && oldest !== undefined) known.delete(oldest);
    known.set(id, { ...state, until: clock.now().getTime() + KEEP_MS });
  }

  async function lookUp(id: string) {
    const asked = epoch;
    const mayKeep = signals.isListening();
    const [current] = await db
      .select({ role: users.role, generation: users.tokenGeneration, name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, id));
    if (current && mayKeep && asked === epoch) keep(id, current);
    return current;
  }

  function keptOf(id: string) {
    const kept = signals.isListening() ? known.get(id) : undefined;
    return kept && kept.until > clock.now().getTime() ? kept : undefined;
  }

  return {
    async isCurrent(user: SessionUser) {
      if (agree(keptOf(user.id), user)) return true;
      // A fresh token may arrive here before the signal that made it fresh: a no is never said from memory.
      return agree(await lookUp(user.id), user);
    },
    /** The account an order is placed from. */
    async buyerOf(id: string) {
      const user = keptOf(id) ?? (await lookUp(id));
      if (!user) throw httpError("not_signed_in");
      return { id, name: user.name, email: user.email };
    },
    /** Part of the transaction that changes the user. */
    tellOfChange: (tx: Transaction, id: string) => signals.send(tx, TOPIC, id),
    /** For the process that made the change: it need not wait to hear of it. */
    forget,
  };
}
export type CurrentUsers = ReturnType<typeof createCurrentUsers>;
