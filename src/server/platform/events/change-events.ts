import { randomUUID } from "node:crypto";
import type { Database, Transaction } from "../database/database.ts";
import { afterCommit } from "../database/database.ts";
import type { EventChannel } from "./listen-notify.ts";

const TOPIC = "changed";
/** A NOTIFY payload holds 8,000 bytes; a change with more tags counts as a change of everything. */
const MAX_TAGS = 100;
const EVERYTHING = "*";

/** `drop`: cached copies are wrong from now on. `expire`: they may be served for a moment while a fresh one is made. */
export type ChangeMode = "drop" | "expire";
type Listener = (tags: readonly string[] | "everything", mode: ChangeMode) => void;

/**
 * Publishes changed cache tags. Listeners in this process run after the commit and before the caller gets its result;
 * other processes are notified through NOTIFY. A rolled-back transaction publishes nothing.
 */
export function createChangeEvents({ events }: { events: EventChannel }) {
  const listeners: Listener[] = [];
  const notifyLocal = (tags: readonly string[], mode: ChangeMode) => {
    for (const listener of listeners) listener(tags.includes(EVERYTHING) ? "everything" : tags, mode);
  };
  const self = randomUUID();
  events.on(TOPIC, (payload) => {
    const [from, mode, ...tags] = payload.split(" ");
    // This process ran its own listeners already.
    if (from !== self) notifyLocal(tags, mode === "expire" ? "expire" : "drop");
  });
  events.onReconnect(() => notifyLocal([EVERYTHING], "drop"));

  const publish = (mode: ChangeMode) => async (where: Database | Transaction, tags: readonly string[]) => {
    const sent = tags.length > MAX_TAGS ? [EVERYTHING] : tags;
    afterCommit(() => notifyLocal(sent, mode));
    await events.send(where, TOPIC, [self, mode, ...sent].join(" "));
  };

  return {
    /** For the owner's edits, which must be visible immediately. */
    drop: publish("drop"),
    /** For sales: the old copy may be served for up to a second more. */
    expire: publish("expire"),
    /** Expires in this process only, without NOTIFY. For figures that are cached for at most a second anyway. */
    expireLocally(tags: readonly string[]) {
      afterCommit(() => notifyLocal(tags, "expire"));
    },
    subscribe(listener: Listener) {
      listeners.push(listener);
    },
    /** While false, changes of other processes may be missed, so nothing cached can be trusted. */
    isListening: events.isListening,
  };
}
export type ChangeEvents = ReturnType<typeof createChangeEvents>;
