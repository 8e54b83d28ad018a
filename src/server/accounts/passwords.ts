import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import { badInput } from "../platform/http/errors.ts";
import { ipSubnet } from "../platform/http/ip-subnet.ts";
import type { LimitedClient } from "../platform/http/rate-limit.ts";
import { limitConcurrency } from "../platform/limit-concurrency.ts";
import { mailboxOf } from "../platform/mailbox.ts";
import { addresses } from "./address-table.ts";
import type { AccountDeps } from "./deps.ts";
import type { KnownNetworks } from "./known-networks.ts";
import { loginByAccount, loginByAccountAndIp, loginByIp, loginSuccesses, mailsToUnconfirmed } from "./limits.ts";
import { isCodeOf, loginCodes } from "./login-code-table.ts";
import { endLogins } from "./logins.ts";
import { greeting, loginNetworks, passwordResets, type UserRow, users } from "./user-table.ts";

const derive = promisify(argon2);

/**
 * A hash takes one core and 19 MiB, so only two run at a time: files and compression use the same thread pool.
 * Addresses take turns. The load gate lets six requests of an address run, so people who share one do not fill its queue.
 */
const limitHashing = limitConcurrency({ concurrency: 2, maxQueued: 100, maxQueuedPerClient: 30 });
const queueHash = (work: () => Promise<Buffer>, ip = "") => limitHashing(work, ipSubnet(ip));

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;

interface PasswordHash {
  cost: typeof COST;
  nonce: Buffer;
  tag: Buffer;
}

/** The PHC string format uses base64 without padding. */
const toBase64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

const encode = ({ cost, nonce, tag }: PasswordHash) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toBase64(nonce)}$${toBase64(tag)}`;

/** Accepts base64url too: older hashes were stored that way. */
function decode(text: string): PasswordHash {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/.exec(text);
  if (!match) throw new Error("a stored password hash is not readable");
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number);
  return {
    cost: { memory, passes, parallelism },
    nonce: Buffer.from(match[4]!, "base64"),
    tag: Buffer.from(match[5]!, "base64"),
  };
}

/** NFKC, because keyboards compose the same letters in different ways. */
const toBytes = (password: string) => Buffer.from(password.normalize("NFKC"));

/** `ip` is the client's: the queue is round-robin over IP addresses. Omitted for the shop's own calls. */
export async function hashPassword(password: string, ip?: string) {
  const nonce = randomBytes(16);
  const message = toBytes(password);
  const tag = await queueHash(() => derive("argon2id", { ...COST, message, nonce, tagLength: TAG_BYTES }), ip);
  return encode({ cost: COST, nonce, tag });
}

/** True for a hash in the old base64url form or with another cost. */
export const needsRehash = (stored: string) => encode({ ...decode(stored), cost: COST }) !== stored;

/** No password has this hash. Accounts without a password store it, and an unknown e-mail takes as long as a known one. */
export const NO_PASSWORD = encode({ cost: COST, nonce: Buffer.alloc(16), tag: Buffer.alloc(TAG_BYTES) });

export const hasPassword = ({ passwordHash }: Pick<UserRow, "passwordHash">) =>
  decode(passwordHash).tag.some((byte) => byte !== 0);

/** `beforeHash` runs when the queue reaches this call and may still refuse it. */
export async function passwordMatches(
  password: string,
  stored = NO_PASSWORD,
  ip?: string,
  beforeHash?: () => Promise<void>,
) {
  const { cost, nonce, tag } = decode(stored);
  const message = toBytes(password);
  const computed = await queueHash(async () => {
    await beforeHash?.();
    return derive("argon2id", { ...cost, message, nonce, tagLength: tag.length });
  }, ip);
  return timingSafeEqual(computed, tag);
}

const FILE = path.join(import.meta.dirname, "common-passwords", "list.txt");
let passwords: Set<string> | undefined;

export const COMMON_PASSWORD = "This password is too common: it would be guessed first. Please choose another.";

/** Whether it is one of the 10,000 most common passwords. The list is in lower case, so capitals make no difference. */
export function isCommonPassword(password: string) {
  passwords ??= new Set(readFileSync(FILE, "utf8").trim().split("\n"));
  return passwords.has(password.normalize("NFKC").toLowerCase());
}

export function refuseCommonPassword(password: string) {
  if (isCommonPassword(password)) throw badInput({ password: COMMON_PASSWORD });
}

/** The mail with a reset link. */
export const RESET_MAIL = "password-reset-request";

const CHANGED = {
  subject: "Your password was changed",
  text: "The password of your account was changed just now. Wherever you were logged in, please log in with the new one.",
  footnote: "If this was not you, choose a new password with “Forgot password?” on the login page, and write to us.",
};
const REMOVED = {
  subject: "Your password was removed",
  text: "You logged in with a code. The password that was set before no longer works, and logins on other devices have ended. Go on with codes, or choose a new password in your profile.",
};
const FIRST_PROOF =
  "This was the first time that somebody showed this e-mail address to be theirs. Before, another person could have typed it. So we also removed the phone number and the addresses that were saved. Your orders and your wishlist are still there.";

interface PasswordChange
  extends Partial<Pick<UserRow, "name" | "nameIsProvisional" | "phone" | "role" | "expertId" | "emailConfirmedAt">> {
  passwordHash: string;
  onlyGeneration?: number;
}

/**
 * A stranger may have registered somebody's address and prepared the account. The first proof of the mailbox removes
 * what could send parcels or calls to the stranger. Orders and wishlist stay: they do nothing without the person.
 */
const unproved = { nameIsProvisional: true, phone: null };
async function deleteUnproved(tx: Transaction, userId: string) {
  for (const table of [addresses, loginNetworks]) await tx.delete(table).where(eq(table.userId, userId));
}

/**
 * Ends the codes that were mailed to an account, and waiting mails that would create a new code or link. A code to
 * a mailbox that was never confirmed stays: the account may be a stranger's, and the code is how the person proves it.
 */
export const createEndLoginMails =
  ({ notifications, keyedHash }: Pick<AccountDeps, "notifications" | "keyedHash">) =>
  async (tx: Transaction, { email, emailConfirmedAt }: UserRow) => {
    if (emailConfirmedAt) await tx.delete(loginCodes).where(isCodeOf(keyedHash, email));
    await notifications.withdraw(tx, { email }, emailConfirmedAt ? undefined : RESET_MAIL);
  };

/** The only way to set a new password: it ends older tokens, reset links and login codes, and mails the user. */
export function createSetPassword(deps: AccountDeps) {
  const { db, limiter, notifications } = deps;
  const endLoginMails = createEndLoginMails(deps);
  type Payload = { userId: string; isFirstProof?: boolean };
  const passwordChangedMail = notifications.defineMail<Payload>(
    "password-changed",
    async ({ userId, isFirstProof }) => {
      const [user] = await db.select().from(users).where(eq(users.id, userId));
      if (!user) return undefined;
      const { text, ...mail } = hasPassword(user) ? CHANGED : REMOVED;
      return { to: user.email, ...mail, paragraphs: [greeting(user), text, ...(isFirstProof ? [FIRST_PROOF] : [])] };
    },
  );

  return async (
    tx: Transaction,
    id: string,
    { onlyGeneration, ...change }: PasswordChange,
  ): Promise<UserRow | undefined> => {
    const isExpected = onlyGeneration === undefined ? undefined : eq(users.tokenGeneration, onlyGeneration);
    const isAccount = and(eq(users.id, id), isExpected);
    const [before] = await tx.select().from(users).where(isAccount).for("no key update");
    const isUnproved = before?.role === "customer" && !before.emailConfirmedAt;
    const isFirstProof = isUnproved && change.emailConfirmedAt !== undefined;
    const user = await endLogins(tx, isAccount, { ...(isFirstProof && unproved), ...change });
    if (!user) return undefined;
    if (isFirstProof) await deleteUnproved(tx, id);
    await tx.delete(passwordResets).where(eq(passwordResets.userId, id));
    await endLoginMails(tx, user);
    if (!user.emailConfirmedAt && (await limiter.isOver(mailsToUnconfirmed, mailboxOf(user.email), tx))) return user;
    const key = `password-changed:${id}:${user.tokenGeneration}`;
    await passwordChangedMail.enqueue(tx, { key, payload: { userId: id, isFirstProof } });
    return user;
  };
}
export type SetPassword = ReturnType<typeof createSetPassword>;

/** What a failed login counts in. On a known network only the limit of account and address together applies. */
export const failureLimitsOf = (email: string, ip: string, isKnown: boolean) => {
  const limits: LimitedClient[] = [[loginByAccountAndIp, [email, ip]]];
  if (!isKnown) limits.push([loginByIp, ip], [loginByAccount, email]);
  return limits;
};

export async function countFailedLogin(
  { limiter, activity }: AccountDeps,
  limits: LimitedClient[],
  user: UserRow | undefined,
  ip: string,
) {
  const count = async () => {
    for (const [limit, client] of limits) await limiter.take(limit, client);
  };
  // In parallel, so that response time does not reveal whether the e-mail belongs to an owner.
  await Promise.all([count(), user?.role === "owner" && activity.recordFailedLogin(user, ip)]);
}

interface PasswordAttempt {
  email: string;
  password: string;
  user: UserRow | undefined;
  ip: string;
}

/**
 * Verifies a password under the login limits. On a known network only the limits of account and address together apply:
 * failures for other accounts and from other addresses do not keep the person out.
 * Checks the limits before queueing, before hashing and after it, so that a burst of guesses cannot bypass them.
 */
export const createVerifyPassword =
  (deps: AccountDeps & { networks: KnownNetworks }) =>
  async ({ email, password, user, ip }: PasswordAttempt) => {
    const { limiter, networks } = deps;
    const isKnown = await networks.isKnown(email, ip);
    const failureLimits = failureLimitsOf(email, ip, isKnown);
    const successLimit: LimitedClient = [loginSuccesses, isKnown ? [email, ip] : email];
    const checkLimits = () => limiter.checkAll([...failureLimits, successLimit]);
    await checkLimits();
    const matches = await passwordMatches(password, user?.passwordHash, ip, checkLimits);
    if (matches) {
      await checkLimits();
      await limiter.take(...successLimit);
    } else await countFailedLogin(deps, failureLimits, user, ip);
    return matches;
  };
export type VerifyPassword = ReturnType<typeof createVerifyPassword>;
