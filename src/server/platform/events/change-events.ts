import { randomUUID } from "node:crypto";
import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { afterCommit } from "../database/after-commit.ts";
import type { Database, Transaction } from "../database/database.ts";
import type { EventChannel } from "./listen-notify.ts";
import { notedSignals } from "./noted-signal-table.ts";

const TOPIC = "changed";
/** A signal carries 8,000 bytes at most; whoever changes more than fits changes, for all that listen, everything. */
const MOST_NAMED = 100;
const EVERYTHING = "*";

/** A statement's own step that writes down a message of `changes.noting`, where it is true that it changes something. */
export const noteStep = (message: SQL | Placeholder, isChange: SQL) =>
  sql`insert into ${notedSignals} (message) select ${message}::text where ${isChange}`;

/**
 * Tells whoever keeps what was read that it is out of date. In this process they hear it before the one who made the
 * change gets an answer, in the others a moment later; a change that is rolled back is never heard of there.
 */
export function createChanges({ signals }: { signals: EventChannel }) {
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

  const bounded = (tags: readonly string[]) => (tags.length > MOST_NAMED ? [EVERYTHING] : tags);

  return {
    /** Part of the transaction that makes the change; heard everywhere at once. For what the owner does now and then. */
    async tell(where: Database | Transaction, tags: readonly string[]) {
      const named = bounded(tags);
      afterCommit(() => hear(named));
      await signals.send(where, TOPIC, [self, ...named].join(" "));
    },
    /**
     * For what many do at a time: the message is a row of the statement that makes the change (`noteStep`), and others
     * look for such rows. `heard` is to be called when the change is, or may be, committed.
     */
    noting(tags: readonly string[]) {
      const named = bounded(tags);
      return { message: [TOPIC, self, ...named].join(" "), heard: () => hear(named) };
    },
    on(heard: (tags: readonly string[] | "everything") => void) {
      listeners.push(heard);
    },
    /** Whether changes of other processes are heard; while not, nothing kept may be believed. */
    isHearing: signals.isListening,
  };
}
export type Changes = ReturnType<typeof createChanges>;
