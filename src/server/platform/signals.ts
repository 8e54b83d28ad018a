import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import type { Database, Transaction } from "./database.ts";

const CHANNEL = "nakshatra";
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;
/** A connection that died without a word is noticed by this. */
const HEARTBEAT_MS = 20_000;
const HEARTBEAT_PATIENCE_MS = 5_000;

interface Log {
  warn(details: object, message: string): void;
}

interface Connection {
  fresh: pg.Client;
  lost: Promise<void>;
}

/**
 * Lets the shop's processes hear of each other's changes, through PostgreSQL's LISTEN and NOTIFY on a connection of its own.
 * While it is not listening, nothing that relies on hearing may be believed.
 */
export function createSignals({ db, log }: { db: Database; log: Log }) {
  const listeners = new Map<string, ((payload: string) => void)[]>();
  const gapListeners: (() => void)[] = [];
  const stopping = new AbortController();
  const stopped = once(stopping.signal, "abort");
  let client: pg.Client | undefined;
  let running: Promise<void> | undefined;

  const tellOfGap = () => {
    for (const missed of gapListeners) missed();
  };

  /** The signal as an expression, for a statement that has something to do anyway: it saves the way to the database. */
  const sending = (topic: string, payload = "") => sql`pg_notify(${CHANNEL}, ${`${topic} ${payload}`})`;

  function hear(message = "") {
    const [topic = "", ...rest] = message.split(" ");
    for (const heard of listeners.get(topic) ?? []) heard(rest.join(" "));
  }

  async function connect(): Promise<Connection> {
    const { options } = db.$client;
    // The pool hides its password from being copied along.
    const fresh = new pg.Client({ ...options, password: options.password, keepAlive: true });
    fresh.on("notification", ({ payload }) => hear(payload));
    const lost = new Promise<void>((resolve) => {
      fresh.on("error", () => resolve());
      fresh.on("end", () => resolve());
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
    } catch (error) {
      fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    // Whatever was sent before this moment went unheard.
    tellOfGap();
    return { fresh, lost };
  }

  async function stayUntilLost({ fresh, lost }: Connection) {
    const beat = setInterval(() => {
      const question = { text: "select 1", query_timeout: HEARTBEAT_PATIENCE_MS } as pg.QueryConfig;
      fresh.query(question).catch(() => fresh.end().catch(() => {}));
    }, HEARTBEAT_MS);
    await Promise.race([lost, stopped]);
    clearInterval(beat);
    client = undefined;
    await fresh.end().catch(() => {});
  }

  async function run(opened: Connection | undefined) {
    let wait = FIRST_WAIT_MS;
    let connection = opened;
    while (!stopping.signal.aborted) {
      if (connection) {
        await stayUntilLost(connection);
        if (stopping.signal.aborted) return;
        log.warn({}, "the connection for signals was lost");
        wait = FIRST_WAIT_MS;
      }
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {});
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      connection = await connect().catch(() => undefined);
    }
    if (connection) await stayUntilLost(connection);
  }

  return {
    /** Listens when it answers, unless the database is away; then it goes on trying. */
    async start() {
      running ??= run(await connect().catch(() => undefined));
    },
    async stop() {
      stopping.abort();
      await running;
    },
    isListening: () => client !== undefined,
    on(topic: string, heard: (payload: string) => void) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), heard]);
    },
    /** Called whenever signals may have been missed: what was kept on the strength of hearing is to be forgotten. */
    onGap(missed: () => void) {
      gapListeners.push(missed);
    },
    sending,
    /** Reaches every listening process, this one too, when the transaction commits. */
    async send(where: Database | Transaction, topic: string, payload?: string) {
      await where.execute(sql`select ${sending(topic, payload)}`);
    },
  };
}
export type Signals = ReturnType<typeof createSignals>;
