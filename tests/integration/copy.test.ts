import { expect, onTestFinished } from "vitest";
import { copyIn, copyOut, toCopyLine } from "../../src/server/platform/database/copy.ts";
import { createClient, openDatabase } from "../../src/server/platform/database/database.ts";
import { createEmptyStorage, ODD_TEXT } from "../support/backups.ts";
import { test } from "../support/test-shop.ts";
import { until } from "../support/until.ts";

const MEBIBYTE = 1024 * 1024;

async function connect() {
  const { url, db } = await createEmptyStorage();
  const client = createClient(openDatabase({ connectionString: url }, { warn() {} }));
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return { client, db };
}

const isPaused = (client: object) =>
  (client as { connection: { stream: { isPaused(): boolean } } }).connection.stream.isPaused();
const buffersNow = () => process.memoryUsage().arrayBuffers;

test("reads a large table in parts of about 1 MB and lets the server wait for a slow reader", async () => {
  const { client } = await connect();
  const parts = copyOut(client, "(select repeat('x', 10000) from generate_series(1, 10000))");
  const before = buffersNow();
  let [rows, bytes] = [(await parts.next()).value!.rows, 0];
  await until(async () => isPaused(client));
  expect((buffersNow() - before) / MEBIBYTE).toBeLessThan(16);
  for await (const part of parts) {
    rows += part.rows;
    bytes = Math.max(bytes, part.bytes.length);
  }
  expect([rows, bytes]).toEqual([10_000, Math.floor(MEBIBYTE / 10_001) * 10_001]);
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("frees the server's snapshot when the reader stops half-way", async () => {
  const { client, db } = await connect();
  for await (const _ of copyOut(client, "(select repeat('x', 10000) from generate_series(1, 10000))")) break;
  const copies = "select from pg_stat_activity where datname = current_database() and query like 'copy (select%'";
  await until(async () => (await db.$client.query(copies)).rowCount === 0);
});

test("writes rows, and after a refused row the connection goes on", async () => {
  const { client } = await connect();
  await client.query("create table notes (id int primary key, note text)");
  const line = toCopyLine(["1", ODD_TEXT]) + toCopyLine(["2", null]);
  expect(await copyIn(client, "notes", Buffer.from(line))).toBe(2);
  await expect(copyIn(client, "notes", Buffer.from(toCopyLine(["2", "twice"])))).rejects.toThrow(/duplicate key/);
  await expect(copyOut(client, "no_table").next()).rejects.toThrow(/does not exist/);
  expect((await client.query("select note from notes order by id")).rows).toEqual([{ note: ODD_TEXT }, { note: null }]);
});

test("reports a connection that was lost while rows were read", async () => {
  const { client, db } = await connect();
  const parts = copyOut(client, "(select repeat('x', 10000) from generate_series(1, 10000))");
  await parts.next();
  const others =
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  await db.$client.query(others);
  const readAll = async () => {
    for await (const _ of parts);
  };
  await expect(readAll()).rejects.toThrow(/terminat/i);
});
