import { timingSafeEqual } from "node:crypto";

/** Constant-time comparison, which prevents timing attacks. */
export const isEqualSecret = (one: string, other: string) => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};
