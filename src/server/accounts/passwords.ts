import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { ipSubnet } from "../platform/http/ip-subnet.ts";
import { limitConcurrency } from "../platform/limit-concurrency.ts";

const derive = promisify(argon2);

/**
 * A hash takes one core and 19 MiB, so only two run at a time: files and compression use the same thread pool.
 * The queue limit of one address equals the limit of `loginSuccesses`.
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

/** No password has this hash. Verifying against it makes an unknown e-mail take as long as a known one. */
const dummyHash = encode({ cost: COST, nonce: Buffer.alloc(16), tag: Buffer.alloc(TAG_BYTES) });

interface MatchOptions {
  ip?: string;
  /** Runs when the queue reaches this call and may still refuse it. */
  beforeHash?: () => Promise<void>;
}

export async function passwordMatches(password: string, stored = dummyHash, { ip, beforeHash }: MatchOptions = {}) {
  const { cost, nonce, tag } = decode(stored);
  const message = toBytes(password);
  const computed = await queueHash(async () => {
    await beforeHash?.();
    return derive("argon2id", { ...cost, message, nonce, tagLength: tag.length });
  }, ip);
  return timingSafeEqual(computed, tag);
}
