import { randomInt } from "node:crypto";
import { SandboxError } from "./errors.ts";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 14 letters and digits, like the part of Razorpay's ids after the prefix. */
export const randomId = () => Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join("");

export const unknownId = () => new SandboxError("The id provided does not exist");

/** Malformed ids are unknown too: PostgreSQL refuses text with U+0000. */
export function checkId(prefix: "order" | "pay" | "rfnd", id: string) {
  if (!new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`).test(id)) throw unknownId();
  return id;
}
