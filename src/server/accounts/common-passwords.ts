import { readFileSync } from "node:fs";
import path from "node:path";
import { badInput } from "../platform/http/errors.ts";

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
