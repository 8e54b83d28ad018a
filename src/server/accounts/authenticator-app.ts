import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { encode } from "uqr";
import type { TotpEnrolment } from "../../contracts/accounts/second-factor.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { AccountDeps } from "./deps.ts";
import { totpSecrets } from "./second-factor-table.ts";
import type { UserRow } from "./user-table.ts";

const STEP_SECONDS = 30;
const DIGITS = 6;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 without padding (RFC 4648), the format that authenticator apps read. */
export function toBase32(bytes: Buffer) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

export const stepAt = (time: Date) => Math.floor(time.getTime() / 1000 / STEP_SECONDS);

/** The code of a time step (RFC 6238 with SHA-1, which is what all apps support). */
export function totpCode(secret: Buffer, step: number, digits = DIGITS) {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.at(-1)! & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return `${number % 10 ** digits}`.padStart(digits, "0");
}

/** The step that a code belongs to, allowing for a clock that is 30 seconds off; undefined for a wrong code. */
export function matchingStep(secret: Buffer, code: string, now: Date) {
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = stepAt(now);
  const isOf = (step: number) => timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code));
  return [current, current - 1, current + 1].find(isOf);
}

export function totpUrl(secret: Buffer, { shop, account }: { shop: string; account: string }) {
  const query = new URLSearchParams({ secret: toBase32(secret), issuer: shop });
  // Apps show a plus sign as it is: encode spaces as %20.
  const search = query.toString().replaceAll("+", "%20");
  return `otpauth://totp/${encodeURIComponent(shop)}:${encodeURIComponent(account)}?${search}`;
}

/** As long as a SHA-1 hash, which RFC 4226 recommends. */
const SECRET_BYTES = 20;
const PENDING_MS = 15 * MINUTE_MS;

/** A QR code as one SVG path: a square of one unit for each dark module. */
function toQr(text: string) {
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}

export function createAuthenticatorApp({ db, clock, secretBox, shopName }: AccountDeps) {
  const isOf = (userId: string) => eq(totpSecrets.userId, userId);
  const isConfirmed = (userId: string) => and(isOf(userId), isNotNull(totpSecrets.confirmedAt));

  function stepOf({ userId, secret }: typeof totpSecrets.$inferSelect, code: string) {
    const opened = secretBox.open(secret, userId);
    return opened && matchingStep(opened, code.replace(/\s/g, ""), clock.now());
  }

  return {
    isSetUp: async (userId: string) => (await db.$count(totpSecrets, isConfirmed(userId))) > 0,

    async begin({ id, email }: UserRow): Promise<TotpEnrolment | undefined> {
      const secret = randomBytes(SECRET_BYTES);
      const row = { secret: secretBox.seal(secret, id), createdAt: clock.now() };
      const [begun] = await db
        .insert(totpSecrets)
        .values({ ...row, userId: id })
        .onConflictDoUpdate({ target: totpSecrets.userId, set: row, setWhere: isNull(totpSecrets.confirmedAt) })
        .returning();
      if (!begun) return undefined;
      const url = totpUrl(secret, { shop: await shopName(), account: email });
      return { secret: toBase32(secret), url, qr: toQr(url) };
    },

    async confirm(tx: Transaction, userId: string, code: string) {
      const [pending] = await tx
        .select()
        .from(totpSecrets)
        .where(and(isOf(userId), isNull(totpSecrets.confirmedAt)))
        .for("update");
      const now = clock.now();
      if (!pending || now.getTime() - pending.createdAt.getTime() > PENDING_MS) return false;
      const step = stepOf(pending, code);
      if (step === undefined) return false;
      await tx.update(totpSecrets).set({ confirmedAt: now, lastStep: step }).where(isOf(userId));
      return true;
    },

    /** A code works once: the conditional update lets only one of several parallel uses succeed. */
    async use(userId: string, code: string) {
      const [row] = await db.select().from(totpSecrets).where(isConfirmed(userId));
      const step = row && stepOf(row, code);
      if (step === undefined) return false;
      const used = await db
        .update(totpSecrets)
        .set({ lastStep: step })
        .where(and(isConfirmed(userId), lt(totpSecrets.lastStep, step)))
        .returning();
      return used.length > 0;
    },

    async remove(tx: Transaction, userId: string) {
      return (await tx.delete(totpSecrets).where(isConfirmed(userId)).returning()).length > 0;
    },
  };
}
