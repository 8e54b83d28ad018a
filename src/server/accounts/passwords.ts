import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { limitConcurrency } from "../platform/limit-concurrency.ts";

const derive = promisify(argon2);

/** A hash takes a core and 19 MiB; however many want one, files and pages must still find a thread. */
const inTurn = limitConcurrency({ atOnce: 2, mostWaiting: 100 });

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;

interface Stored {
  cost: typeof COST;
  nonce: Buffer;
  tag: Buffer;
}

const encode = ({ cost, nonce, tag }: Stored) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString("base64url")}$${tag.toString("base64url")}`;

function decode(text: string): Stored {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(text);
  if (!match) throw new Error("a stored password hash is not readable");
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number);
  return {
    cost: { memory, passes, parallelism },
    nonce: Buffer.from(match[4]!, "base64url"),
    tag: Buffer.from(match[5]!, "base64url"),
  };
}

/** The same password typed on two keyboards may differ in how it composes letters; NFKC makes them one. */
const messageOf = (password: string) => Buffer.from(password.normalize("NFKC"));

export async function hashPassword(password: string) {
  const nonce = randomBytes(16);
  const message = messageOf(password);
  const tag = await inTurn(() => derive("argon2id", { ...COST, message, nonce, tagLength: TAG_BYTES }));
  return encode({ cost: COST, nonce, tag });
}

/** A hash nobody's password has: checking against it makes an unknown e-mail take as long as a known one. */
const nobodysHash = encode({ cost: COST, nonce: Buffer.alloc(16), tag: Buffer.alloc(TAG_BYTES) });

/** `first` is asked when the turn has come: it may refuse what was still allowed when the waiting began. */
export async function passwordMatches(password: string, stored = nobodysHash, first = async () => {}) {
  const { cost, nonce, tag } = decode(stored);
  const message = messageOf(password);
  const found = await inTurn(async () => {
    await first();
    return derive("argon2id", { ...cost, message, nonce, tagLength: tag.length });
  });
  return timingSafeEqual(found, tag);
}
