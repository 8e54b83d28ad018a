import { createHmac } from "node:crypto";
import { Client, DatabaseError } from "pg";
import { type EmbeddedPostgresError, explainMessage, hasCode } from "./errors.ts";
import type { SocketAddress } from "./postmaster.ts";

export const superuser = "nakshatra";
export const databaseName = "nakshatra";

/** Advisory lock key, unique in the shop: the letters NAKSHATR. */
const SHOP_LOCK = "5638871029511181394";
/** Starting or stopping (class 57), too many connections, or another shop is creating the database at this moment. */
const TRANSIENT_CODES = /^(57...|53300|55006|42P04|23505)$/;

export interface Login extends SocketAddress {
  user: string;
  password: string;
  database: string;
}

export const isRefusedLogin = (error: unknown) => hasCode(error, "28P01", "28000");

/** Losing the connection emits `end`, never an unhandled error. */
export async function connect(login: Login) {
  const client = new Client({
    ...login,
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
    application_name: "nakshatra supervisor",
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

export async function connectToShop(login: Login) {
  try {
    return await connect(login);
  } catch (error) {
    if (!hasCode(error, "3D000")) throw error;
  }
  const client = await connect({ ...login, database: "postgres" });
  await client.query(`create database ${login.database}`).finally(() => client.end());
  return connect(login);
}

/** True if this shop got the lock. It is held until the connection closes. */
export async function takeShopLock(client: Client) {
  const { rows } = await client.query(`select pg_try_advisory_lock(${SHOP_LOCK}) as taken`);
  return rows[0]?.taken === true;
}

/** The error as a sentence, if retrying cannot help. */
export function permanentError(error: unknown, folder: string): EmbeddedPostgresError | undefined {
  if (!(error instanceof DatabaseError) || TRANSIENT_CODES.test(error.code ?? "")) return undefined;
  const sentence = isRefusedLogin(error)
    ? `The database in ${folder} refuses the password kept in that folder: put nakshatra.password back from a backup, or set another DATA_DIR (nothing was changed).`
    : `The database in ${folder} refuses the shop's connection (${error.message}): correct that, or set another DATA_DIR (nothing was changed).`;
  return explainMessage(error.message, folder, sentence);
}

/** Least privilege: a fault in a query of the shop must not reach the server's files or other roles. */
export interface Logins {
  /** Reads and writes rows: what the shop's pool uses. */
  shop: Login;
  /** Owns the database and its tables: for migrations and restores. */
  owner: Login;
  /** Administers the whole server. Only the supervisor uses it. */
  superuser: Login;
}

const shopRole = "shop";
const ownerRole = "shop_owner";

/** Derives the passwords of the roles from one stored secret. They do not reveal it. */
const derivePassword = (password: string, role: string) =>
  createHmac("sha256", password).update(role).digest("base64url");

export function toLogins(address: SocketAddress, password: string): Logins {
  const login = { ...address, database: databaseName };
  return {
    shop: { ...login, user: shopRole, password: derivePassword(password, shopRole) },
    owner: { ...login, user: ownerRole, password: derivePassword(password, ownerRole) },
    superuser: { ...login, user: superuser, password },
  };
}

/** Falls back to the superuser: a running shop of an earlier version has no other role. */
export async function chooseShopLogin({ shop, superuser }: Logins): Promise<Login> {
  try {
    await (await connect(shop)).end();
    return shop;
  } catch (error) {
    if (isRefusedLogin(error)) return superuser;
    throw error;
  }
}

/** Tables, views and sequences outside the system's schemas, without those of extensions. */
const foreignRelations = `
  select c.oid::regclass::text as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and c.relowner <> '${ownerRole}'::regrole
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
      and (d.deptype = 'e' or (c.relkind = 'S' and d.deptype in ('a', 'i'))))`;

/** Sequences get the owner of their table, and the schema public that of the database. Extensions keep their owner. */
const setup = (client: Client, { shop, owner }: Logins) => `
  begin;
  do $$ begin
    if to_regrole('${ownerRole}') is null then create role ${ownerRole}; end if;
    if to_regrole('${shopRole}') is null then create role ${shopRole}; end if;
  end $$;
  alter role ${ownerRole} login nosuperuser nocreatedb nocreaterole noinherit password ${client.escapeLiteral(owner.password)};
  alter role ${shopRole} login nosuperuser nocreatedb nocreaterole noinherit password ${client.escapeLiteral(shop.password)};
  alter database ${databaseName} owner to ${ownerRole};
  do $$ declare found record; begin
    for found in ${foreignRelations} loop
      execute format('alter table %s owner to ${ownerRole}', found.name);
    end loop;
    for found in select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    loop
      if found.name <> 'public' then execute format('alter schema %I owner to ${ownerRole}', found.name); end if;
      execute format('grant usage on schema %I to ${shopRole}', found.name);
      execute format('grant select, insert, update, delete on all tables in schema %I to ${shopRole}', found.name);
      execute format('grant usage, select, update on all sequences in schema %I to ${shopRole}', found.name);
    end loop;
  end $$;
  alter default privileges for role ${ownerRole} grant usage on schemas to ${shopRole};
  alter default privileges for role ${ownerRole} grant select, insert, update, delete on tables to ${shopRole};
  alter default privileges for role ${ownerRole} grant usage, select, update on sequences to ${shopRole};
  commit`;

/** Creates the roles and gives them their rights. Also upgrades a folder whose tables belong to the superuser. */
export async function ensureRoles(client: Client, logins: Logins, folder: string) {
  try {
    await client.query(setup(client, logins));
  } catch (error) {
    throw permanentError(error, folder) ?? error;
  }
}
