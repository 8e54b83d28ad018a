import type pg from "pg";

/** So late does another process hear of what was written down, at most. */
const LOOK_MS = 200;
/** A connection that died without a word is noticed by this. */
const PATIENCE_MS = 5_000;
const FORGET_EVERY_MS = 60_000;
/** Whoever did not look for so long may find signals gone. */
const LONG_MS = 4 * 60_000;

const NOW = "select pg_current_snapshot()::text as snapshot";

/** What has committed since the snapshot of the last look, whenever it began: nothing is missed and nothing told twice. */
const LOOK = {
  name: "noted-signals",
  text: `select pg_current_snapshot()::text as snapshot,
    array(
      select message from noted_signals
      where writer >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(writer, $1::pg_snapshot)
    ) as messages`,
};

const FORGET = "delete from noted_signals where at < now() - interval '5 minutes'";

interface Reader {
  hear(message: string): void;
  tellOfGap(): void;
}

/** Reads, a few times a second, the signals that statements have written down; begins with those after this moment. */
export async function readNoted(client: pg.Client, { hear, tellOfGap }: Reader) {
  const { rows } = await client.query<{ snapshot: string }>(NOW);
  let snapshot = rows[0]!.snapshot;
  let lookedAt = performance.now();
  let forgotAt = lookedAt;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function look() {
    const now = performance.now();
    const question = { ...LOOK, values: [snapshot], query_timeout: PATIENCE_MS } as pg.QueryConfig;
    const { rows } = await client.query<{ snapshot: string; messages: string[] }>(question);
    const [found] = rows;
    if (now - lookedAt > LONG_MS) tellOfGap();
    snapshot = found!.snapshot;
    lookedAt = now;
    for (const message of found!.messages) hear(message);
    if (now - forgotAt < FORGET_EVERY_MS) return;
    forgotAt = now;
    await client.query(FORGET);
  }

  const lookLater = () => {
    if (!isStopped) timer = setTimeout(lookAndGoOn, LOOK_MS);
  };
  // Ending the connection tells everybody that signals are not heard.
  const lookAndGoOn = () => look().then(lookLater, () => client.end().catch(() => {}));
  lookLater();

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
