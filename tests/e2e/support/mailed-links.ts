import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { readMail } from "../../support/mails.ts";
import { expect } from "./test.ts";

/** Waits for a mail to this address with a link that matches, and returns the link's path. */
export async function mailedLink(shop: { folder: string }, email: string, pattern: RegExp) {
  const folder = path.join(shop.folder, "mail");
  async function find() {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
    const mails = names.map(async (name) => readMail(await readFile(path.join(folder, name), "utf8")));
    const own = (await Promise.all(mails)).filter(({ headers }) => headers.to === email);
    return own.map(({ text }) => pattern.exec(text)?.[0]).find(Boolean);
  }
  await expect.poll(find, { timeout: 30_000 }).toBeTruthy();
  return (await find())!;
}
