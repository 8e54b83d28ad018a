import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { createClient, type Database, type Transaction } from "../database/database.ts";
import type { Log } from "../log.ts";

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
    const client = createClient(db, { application_name: "nakshatra events", keepAlive: true });
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
