import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { isDatabaseAway } from "../../src/server/platform/database/faults.ts";
import { startWire } from "../support/wire.ts";

/** A way to the tests' own server that can be cut. */
async function wireToServer() {
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

test("a transaction whose connection breaks gives it back, wherever that happens", async () => {
  const { wire, url } = await wireToServer();
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
    // The connection is dead already and nobody has noticed.
    if (moment === "at its begin") wire.cut();
    const error = await broken.catch((reason: Error) => reason);
    expect(isDatabaseAway(error as Error), moment).toBe(true);
    expect((await db.transaction((tx) => tx.execute(one))).rows, moment).toHaveLength(1);
  }
  await expect(db.transaction(() => Promise.reject(new Error("changed my mind")))).rejects.toThrow("changed my mind");
  expect((await db.execute(sql`select pg_current_xact_id_if_assigned() as open`)).rows).toEqual([{ open: null }]);
});

test("a question that is swallowed on the way is given up, and its connection too", async () => {
  const { wire, url } = await wireToServer();
  const db = openDatabase({ connectionString: url, max: 2, query_timeout: 1_500 }, { warn() {} });
  onTestFinished(() => db.$client.end());
  const one = sql`select 1`;
  await Promise.all([db.execute(one), db.execute(one)]);
  wire.swallow();
  const asked = [db.execute(one), db.transaction((tx) => tx.execute(one))];
  const errors = await Promise.all(asked.map((asking) => asking.catch((reason: Error) => reason)));
  for (const error of errors) expect(isDatabaseAway(error as Error)).toBe(true);
  wire.heal();
  expect((await db.transaction((tx) => tx.execute(one))).rows).toHaveLength(1);
  expect(db.$client.totalCount).toBe(1);
});
