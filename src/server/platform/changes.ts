import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterCommit } from "./after-commit.ts";
import type { Database, Transaction } from "./database.ts";
import type { Signals } from "./signals.ts";

const TOPIC = "changed";
/** A signal carries 8,000 bytes at most; whoever changes more than fits changes, for all that listen, everything. */
const MOST_NAMED = 100;
const EVERYTHING = "*";

/**
 * Tells whoever keeps what was read that it is out of date. In this process they hear it before the one who made the
 * change gets an answer, in the others a moment later; a change that is rolled back is never heard of.
 */
export function createChanges({ signals }: { signals: Signals }) {
  const listeners: ((tags: readonly string[] | "everything") => void)[] = [];
  const hear = (tags: readonly string[]) => {
    for (const heard of listeners) heard(tags.includes(EVERYTHING) ? "everything" : tags);
  };
  const self = randomUUID();
  signals.on(TOPIC, (payload) => {
    const [from, ...tags] = payload.split(" ");
    // Its own changes this process has heard of already.
    if (from !== self) hear(tags);
  });
  signals.onGap(() => hear([EVERYTHING]));

  function telling(tags: readonly string[]) {
    const named = tags.length > MOST_NAMED ? [EVERYTHING] : tags;
    afterCommit(() => hear(named));
    return signals.sending(TOPIC, [self, ...named].join(" "));
  }

  return {
    /** The news as an expression of the very statement that makes the change, which must follow in this transaction. */
    telling,
    /** Part of the transaction that makes the change. */
    async tell(where: Database | Transaction, tags: readonly string[]) {
      await where.execute(sql`select ${telling(tags)}`);
    },
    on(heard: (tags: readonly string[] | "everything") => void) {
      listeners.push(heard);
    },
    /** Whether changes of other processes are heard; while not, nothing kept may be believed. */
    isHearing: signals.isListening,
  };
}
export type Changes = ReturnType<typeof createChanges>;
