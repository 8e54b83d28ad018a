import { afterAll, afterEach, expect, test } from "vitest";
import { findRunningLogin } from "../../src/server/platform/embedded-postgres/supervisor.ts";
import { cleanUp, query, removeTemplate, startHere, usedFolder } from "../support/embedded-databases.ts";

afterEach(cleanUp);
afterAll(removeTemplate);

const PERMISSION_DENIED = { code: "42501" };

test("the shop's role reads and writes rows, and can do nothing else", async () => {
  const { logins } = await startHere(await usedFolder());
  const { shop, owner } = logins;
  await query(owner, "create table made_later (id int generated always as identity, word text)");
  await query(shop, "insert into made_later (word) values ('quartz'), ('onyx')");
  await query(shop, "update made_later set word = 'agate' where word = 'quartz'");
  await query(shop, "delete from made_later where word = 'onyx'");
  expect(await query(shop, "select word from made_later union all select word from saved")).toEqual([
    { word: "agate" },
    { word: "amethyst" },
  ]);
  await query(shop, "listen events; select pg_notify('events', 'x'); select pg_advisory_lock(1)");

  for (const statement of [
    "select * from pg_authid",
    "create role intruder",
    "alter role shop superuser",
    "set role nakshatra",
    "set role shop_owner",
    "create database other",
    "copy saved from program 'id'",
    "copy saved to '/tmp/saved'",
    "select pg_read_file('postgresql.conf')",
    "drop table made_later",
    "truncate made_later",
    "alter table made_later add column more text",
    "create table own (id int)",
    "create schema own",
    "alter system set log_statement = 'all'",
  ])
    await expect(query(shop, statement), statement).rejects.toMatchObject(PERMISSION_DENIED);

  for (const statement of ["select * from pg_authid", "create role intruder", "copy saved from program 'id'"])
    await expect(query(owner, statement), statement).rejects.toMatchObject(PERMISSION_DENIED);
});

test("upgrades a folder whose tables belong to the superuser", async () => {
  const folder = await usedFolder();
  const before = await startHere(folder);
  await query(
    before.logins.superuser,
    `alter database nakshatra owner to nakshatra; alter table saved owner to nakshatra;
     drop owned by shop, shop_owner; drop role shop, shop_owner;
     create extension pg_trgm; create table products (id int generated always as identity, word text);
     create schema drizzle; create table drizzle.__drizzle_migrations (id serial, hash text);
     create sequence numbers; create view words as select word from saved`,
  );
  // Commands of this version work beside a running shop of an earlier one.
  expect(await findRunningLogin(folder)).toEqual(before.logins.superuser);
  await before.stop();

  for (const start of ["first", "second"]) {
    const { logins, stop } = await startHere(folder);
    const { shop, owner } = logins;
    expect(await findRunningLogin(folder), start).toEqual(shop);
    expect(await query(shop, "select word from words"), start).toEqual([{ word: "amethyst" }]);
    await query(shop, "insert into products (word) values ('onyx'); select nextval('numbers')");
    await query(shop, "insert into drizzle.__drizzle_migrations (hash) values ('x')");
    expect(await query(shop, "select similarity('onyx', 'onyx') as same"), start).toEqual([{ same: 1 }]);
    await query(owner, `alter table products add column ${start} text; create index on saved (word)`);
    await query(owner, `create table drizzle.${start} (id int); alter sequence numbers increment 2`);
    await expect(query(shop, "drop table products"), start).rejects.toMatchObject(PERMISSION_DENIED);
    const [left] = await query(
      owner,
      `select count(*)::int as tables from pg_tables
       where tableowner <> 'shop_owner' and schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(left, start).toEqual({ tables: 0 });
    await stop();
  }
});
