import { eq } from "drizzle-orm";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { type Clock, DAY_MS, HOUR_MS } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { shopState } from "../database/shop-state-table.ts";

const SEEN_KEY = "untrusted proxy seen";
const WARNING =
  "Requests arrive with X-Forwarded-For, but TRUST_PROXY is 0: if a proxy stands in front of the shop, set TRUST_PROXY to the number of proxies, else all visitors count as one address.";

/** Kept in the database, because the doctor and the next start are other processes. */
export async function readProxyWarning(db: Database, clock: Clock, trustProxy: number) {
  if (trustProxy > 0) return undefined;
  const [seen] = await db.select().from(shopState).where(eq(shopState.key, SEEN_KEY));
  const isRecent = seen && Date.parse(seen.value) > clock.now().getTime() - DAY_MS;
  return isRecent ? WARNING : undefined;
}

interface ProxyWatchDeps {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  trustProxy: number;
}

/** Notices a proxy that is not trusted. Anybody can send the header, so it writes once an hour and only warns. */
export const watchForProxy = fp(async (app: FastifyInstance, { db, clock, log, trustProxy }: ProxyWatchDeps) => {
  if (trustProxy > 0) return;
  let nextWriteAt = 0;

  async function record() {
    const now = clock.now();
    if (now.getTime() < nextWriteAt) return;
    if (nextWriteAt === 0) log.warn(WARNING);
    nextWriteAt = now.getTime() + HOUR_MS;
    const value = now.toISOString();
    await db
      .insert(shopState)
      .values({ key: SEEN_KEY, value })
      .onConflictDoUpdate({ target: shopState.key, set: { value } });
  }

  app.addHook("onRequest", (request, _reply, done) => {
    if (request.headers["x-forwarded-for"] !== undefined)
      record().catch((error: Error) => log.warn({ err: error }, "the untrusted proxy was not recorded"));
    done();
  });
});
