import { createHmac, timingSafeEqual } from "node:crypto";

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

/** The address behind the QR code that an authenticator app scans. */
export function totpUrl(secret: Buffer, { shop, account }: { shop: string; account: string }) {
  const query = new URLSearchParams({ secret: toBase32(secret), issuer: shop });
  // Apps show a plus sign as it is: encode spaces as %20.
  const search = query.toString().replaceAll("+", "%20");
  return `otpauth://totp/${encodeURIComponent(shop)}:${encodeURIComponent(account)}?${search}`;
}
