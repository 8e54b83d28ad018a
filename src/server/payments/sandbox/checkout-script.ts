import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";

const file = (name: string) => readFile(path.join(import.meta.dirname, "checkout", name), "utf8");

/** The popup with its looks in it: one file, as the provider's own, so nothing is shown before it is dressed. */
export async function checkoutScript() {
  const [script, styles] = await Promise.all([file("checkout.js"), file("checkout.css")]);
  const text = script.replace('"CHECKOUT_CSS"', () => JSON.stringify(styles));
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}
