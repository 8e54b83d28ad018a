import { randomInt } from "node:crypto";

const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Fourteen letters and digits, as the provider's ids have after their prefix. */
export const randomWord = () => Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** Whether it could be one of ours; anything else is not worth asking the database. */
export const isId = (prefix: "order" | "pay", id: string) => new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`).test(id);
