import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterCommit, createClient, type Database, EVENTS_CONNECTION, type Transaction } from "./database/database.ts";
import type { Log } from "./log.ts";

const CHANNEL = "nakshatra";
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 15_000;
/** Detects a connection that was dropped silently. */
const HEARTBEAT_MS = 5_000;

interface Connection {
  client: pg.Client;
  lost: Promise<void>;
}

/**
 * Events between the shop's processes, by PostgreSQL's LISTEN and NOTIFY on a connection of its own.
 * While it is not connected, events are missed and nothing that relies on them may be trusted.
 */
export function createEventChannel({ db, log }: { db: Database; log: Pick<Log, "warn"> }) {
  const listeners = new Map<string, ((payload: string) => void)[]>();
  const reconnectListeners: (() => void)[] = [];
  const stopping = new AbortController();
  const stopped = once(stopping.signal, "abort");
  let connected: pg.Client | undefined;
  let running: Promise<void> | undefined;

  function dispatch(message = "") {
    const [topic = "", ...rest] = message.split(" ");
    for (const listener of listeners.get(topic) ?? []) listener(rest.join(" "));
  }

  /** Ends a connection that no longer answers; the loop below then reconnects. */
  function keepChecking(client: pg.Client) {
    const timer = setInterval(() => {
      client
        .query({ text: "select 1", query_timeout: HEARTBEAT_MS } as pg.QueryConfig)
        .catch(() => client.end().catch(() => {}));
    }, HEARTBEAT_MS);
    return () => clearInterval(timer);
  }

  async function connect(): Promise<Connection> {
    const client = createClient(db, { application_name: EVENTS_CONNECTION, keepAlive: true });
    client.on("notification", ({ payload }) => dispatch(payload));
    const lost = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    void lost.then(keepChecking(client));
    connected = client;
    // Events sent before this moment were missed.
    for (const listener of reconnectListeners) listener();
    return { client, lost };
  }

  async function stayUntilLost({ client, lost }: Connection) {
    await Promise.race([lost, stopped]);
    connected = undefined;
    await client.end().catch(() => {});
  }

  async function run(opened: Connection | undefined) {
    let retryMs = FIRST_RETRY_MS;
    let connection = opened;
    while (!stopping.signal.aborted) {
      if (connection) {
        await stayUntilLost(connection);
        if (stopping.signal.aborted) return;
        log.warn({}, "the connection for events was lost");
        retryMs = FIRST_RETRY_MS;
      }
      await delay(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      connection = await connect().catch(() => undefined);
    }
    if (connection) await stayUntilLost(connection);
  }

  return {
    /** Resolves when it listens, or when the database is unreachable; then it retries in the background. */
    async start() {
      running ??= run(await connect().catch(() => undefined));
    },
    async stop() {
      stopping.abort();
      await running;
    },
    isListening: () => connected !== undefined,
    on(topic: string, listener: (payload: string) => void) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    /** Called whenever events may have been missed. */
    onReconnect(listener: () => void) {
      reconnectListeners.push(listener);
    },
    /**
     * Reaches every process when the transaction commits. PostgreSQL serialises the commits of transactions that notify,
     * so do not call it for things that many customers do at the same time.
     */
    async send(where: Database | Transaction, topic: string, payload = "") {
      await where.execute(sql`select pg_notify(${CHANNEL}, ${`${topic} ${payload}`})`);
    },
  };
}
export type EventChannel = ReturnType<typeof createEventChannel>;

const TOPIC = "changed";
/** A NOTIFY payload holds 8,000 bytes; a change with more tags counts as a change of everything. */
const MAX_TAGS = 100;
const EVERYTHING = "*";

/** `drop`: cached copies are wrong from now on. `expire`: they may be served for a moment while a fresh one is made. */
type ChangeMode = "drop" | "expire";
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
