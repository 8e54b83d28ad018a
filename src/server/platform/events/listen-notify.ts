import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import type { Database, Transaction } from "../database/database.ts";
import { readNoted } from "./noted-signals.ts";

const CHANNEL = "nakshatra";
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;

interface Log {
  warn(details: object, message: string): void;
}

interface Connection {
  fresh: pg.Client;
  lost: Promise<void>;
}

/**
 * Lets the shop's processes hear of each other's changes, on a connection of its own: through PostgreSQL's LISTEN and
 * NOTIFY, and by looking a few times a second for signals that were written down (`noted-signals.ts`).
 * While it is not listening, nothing that relies on hearing may be believed.
 */
export function createEventChannel({ db, log }: { db: Database; log: Log }) {
  const listeners = new Map<string, ((payload: string) => void)[]>();
  const gapListeners: (() => void)[] = [];
  const stopping = new AbortController();
  const stopped = once(stopping.signal, "abort");
  let client: pg.Client | undefined;
  let running: Promise<void> | undefined;

  const tellOfGap = () => {
    for (const missed of gapListeners) missed();
  };

  function hear(message = "") {
    const [topic = "", ...rest] = message.split(" ");
    for (const heard of listeners.get(topic) ?? []) heard(rest.join(" "));
  }

  async function connect(): Promise<Connection> {
    const { options } = db.$client;
    // The pool hides its password from being copied along.
    const identity = { password: options.password, application_name: `${options.application_name} signals` };
    const fresh = new pg.Client({ ...options, ...identity, keepAlive: true });
    fresh.on("notification", ({ payload }) => hear(payload));
    const lost = new Promise<void>((resolve) => {
      fresh.on("error", () => resolve());
      fresh.on("end", () => resolve());
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
      const reading = await readNoted(fresh, { hear, tellOfGap });
      void lost.then(reading.stop);
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
    await Promise.race([lost, stopped]);
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
    /**
     * Reaches every listening process, this one too, at once when the transaction commits. PostgreSQL lets transactions
     * that do this commit one after the other only: what many do at a time is written down instead.
     */
    async send(where: Database | Transaction, topic: string, payload = "") {
      await where.execute(sql`select pg_notify(${CHANNEL}, ${`${topic} ${payload}`})`);
    },
  };
}
export type EventChannel = ReturnType<typeof createEventChannel>;
