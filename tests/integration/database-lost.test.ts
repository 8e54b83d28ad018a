import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { isDatabaseAway } from "../../src/server/platform/database/faults.ts";
import { startWire } from "../support/wire.ts";

/** A proxy to the test server whose connections can be cut. */
async function proxyToServer() {
  const url = new URL(inject("serverUrl"));
  const host = url.searchParams.get("host") ?? url.hostname;
  const port = Number(url.searchParams.get("port") ?? (url.port || 5432));
  const wire = await startWire(() =>
    host.startsWith("/") ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port },
  );
  onTestFinished(wire.stop);
  url.search = "";
  url.host = `127.0.0.1:${wire.port}`;
  return { wire, url: url.href };
}

test("a transaction whose connection breaks releases it to the pool, at begin and later", async () => {
  const { wire, url } = await proxyToServer();
  const db = openDatabase({ connectionString: url, max: 1 }, { warn() {} });
  onTestFinished(() => db.$client.end());
  const one = sql`select 1`;
  for (const moment of ["at its begin", "in the middle"]) {
    await db.execute(one);
    const broken = db.transaction(async (tx) => {
      await tx.execute(one);
      wire.cut();
      await tx.execute(one);
    });
    // The connection is already dead when `begin` is sent.
    if (moment === "at its begin") wire.cut();
    const error = await broken.catch((reason: Error) => reason);
    expect(isDatabaseAway(error as Error), moment).toBe(true);
    expect((await db.transaction((tx) => tx.execute(one))).rows, moment).toHaveLength(1);
  }
  await expect(db.transaction(() => Promise.reject(new Error("changed my mind")))).rejects.toThrow("changed my mind");
  expect((await db.execute(sql`select pg_current_xact_id_if_assigned() as open`)).rows).toEqual([{ open: null }]);
});

test("a query without a reply times out and closes its connection", async () => {
  const { wire, url } = await proxyToServer();
  const db = openDatabase({ connectionString: url, max: 2, query_timeout: 1_500 }, { warn() {} });
  onTestFinished(() => db.$client.end());
  const one = sql`select 1`;
  await Promise.all([db.execute(one), db.execute(one)]);
  wire.swallow();
  const queries = [db.execute(one), db.transaction((tx) => tx.execute(one))];
  const errors = await Promise.all(queries.map((query) => query.catch((reason: Error) => reason)));
  for (const error of errors) expect(isDatabaseAway(error as Error)).toBe(true);
  wire.heal();
  expect((await db.transaction((tx) => tx.execute(one))).rows).toHaveLength(1);
  expect(db.$client.totalCount).toBe(1);
});
