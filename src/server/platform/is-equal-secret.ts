import { timingSafeEqual } from "node:crypto";

/** Constant time: how long it takes does not tell how much of a guess is right. */
export const isEqualSecret = (one: string, other: string) => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};
