import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { Login } from "../../contracts/accounts/user.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { given, statement } from "../platform/database/statement.ts";
import { httpError } from "../platform/http/errors.ts";
import { coarseNetwork } from "../platform/http/ip-subnet.ts";
import { LIFETIME_SECONDS, type LoginUser } from "../platform/http/logins.ts";
import type { AccountDeps } from "./deps.ts";
import { accountError } from "./errors.ts";
import { logins } from "./login-table.ts";
import { isSameLogin, type UserRow, users } from "./user-table.ts";

/** The first match wins: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.*Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const nameIn = (names: [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

function deviceName(userAgent = "") {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

/** "Last seen" is written at most this often: calls are far more frequent. */
const SEEN_INTERVAL_MS = 5 * MINUTE_MS;
const MAX_LISTED = 100;

/** Starts a new token generation for the matching user: every older token and its login ends. */
export async function endLogins(tx: Transaction, where: SQL | undefined, change: Partial<UserRow> = {}) {
  const [user] = await tx
    .update(users)
    .set({ ...change, tokenGeneration: sql`${users.tokenGeneration} + 1` })
    .where(where)
    .returning();
  if (user) await tx.delete(logins).where(eq(logins.userId, user.id));
  return user;
}

export const endOtherLogins = (tx: Transaction, { id, loginId }: LoginUser) =>
  tx.delete(logins).where(and(eq(logins.userId, id), loginId ? ne(logins.id, loginId) : undefined));

/** Every authenticated call reads it. Both rows are found by primary key, in one query. */
const loginByUser = statement("login-by-user", (db) =>
  db
    .select({ role: users.role, generation: users.tokenGeneration, lastSeenAt: logins.lastSeenAt })
    .from(users)
    .innerJoin(logins, and(eq(logins.id, sql`${given("loginId")}::uuid`), eq(logins.userId, users.id)))
    .where(eq(users.id, given("id"))),
);

export function createLoginRecords({ db, clock }: AccountDeps) {
  async function markSeen(id: string, ip: string) {
    const seen = { lastSeenAt: clock.now(), network: coarseNetwork(ip) };
    // Best effort: the request must not fail if "last seen" cannot be written.
    await db
      .update(logins)
      .set(seen)
      .where(eq(logins.id, id))
      .catch(() => {});
  }

  return {
    /** Whether the user still exists with the token's role and generation, and its login has not ended. */
    async isCurrent({ id, role, generation, loginId }: LoginUser, ip: string) {
      const [login] = loginId ? await loginByUser(db, { id, loginId }) : [];
      if (!loginId || login?.role !== role || login.generation !== generation) return false;
      if (clock.now().getTime() - login.lastSeenAt.getTime() > SEEN_INTERVAL_MS) await markSeen(loginId, ip);
      return true;
    },

    async openLogin(user: LoginUser, ip: string, userAgent: string | undefined): Promise<LoginUser> {
      const now = sql`${clock.now()}::timestamptz`;
      // Insert from a select of the user: a concurrent deletion of the account must not violate the foreign key.
      const row = db
        .select({
          id: sql<string>`${randomUUIDv7()}::uuid`.as("id"),
          userId: users.id,
          device: sql<string>`${deviceName(userAgent)}::text`.as("device"),
          network: sql<string>`${coarseNetwork(ip)}::text`.as("network"),
          createdAt: now.as("created_at"),
          lastSeenAt: now.as("last_seen_at"),
        })
        .from(users)
        .where(isSameLogin(user))
        .for("key share");
      const [login] = await db.insert(logins).select(row).returning();
      if (!login) throw httpError("not_signed_in");
      return { ...user, loginId: login.id };
    },

    async listLogins(user: LoginUser): Promise<Login[]> {
      const oldestValid = new Date(clock.now().getTime() - LIFETIME_SECONDS * 1000);
      const rows = await db
        .select()
        .from(logins)
        .where(and(eq(logins.userId, user.id), gt(logins.createdAt, oldestValid)))
        .orderBy(desc(logins.lastSeenAt), desc(logins.id))
        .limit(MAX_LISTED);
      return rows.map(({ id, device, network, createdAt, lastSeenAt }) => ({
        _id: id,
        device,
        network,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        current: id === user.loginId,
      }));
    },

    async endLogin(user: LoginUser, wanted: string) {
      const id = wanted === "current" ? (user.loginId ?? "") : wanted;
      const isOwn = and(eq(logins.id, id), eq(logins.userId, user.id));
      const [ended] = isUuid(id) ? await db.delete(logins).where(isOwn).returning() : [];
      if (!ended) throw accountError("session_not_found");
    },

    async endLoginsOf(user: LoginUser) {
      const ended = await db.transaction((tx) => endLogins(tx, isSameLogin(user)));
      if (!ended) throw httpError("not_signed_in");
    },
  };
}
