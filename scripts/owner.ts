/** `npm run owner -- --email you@example.com`: makes an owner, or makes an account an owner's with a new password. */
import path from "node:path";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { z } from "zod";
import { requiredEmail } from "../src/contracts/fields.ts";
import { newPassword } from "../src/contracts/user.ts";
import { readConfig } from "../src/server/config.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { failPlainly } from "./fail-plainly.ts";

const USAGE = "Usage: npm run owner -- --email you@example.com [--password '…'].";

function readArguments() {
  const { values } = parseArgs({ options: { email: { type: "string" }, password: { type: "string" } } });
  const read = z.object({ email: requiredEmail, password: newPassword.optional() }).safeParse(values);
  if (!read.success) throw new Error(read.error.issues[0]!.message);
  return read.data;
}

async function appointOwner({ email, password }: ReturnType<typeof readArguments>) {
  const config = readConfig(process.env);
  // The shop is loaded only now, so that a slip of the hand is told at once.
  const { createServices } = await import("../src/server/app.ts");
  const { openBesideShop } = await import("../src/server/open-database.ts");
  const log = pino({ level: "warn" });
  const root = path.resolve(import.meta.dirname, "..");
  const { db, close } = await openBesideShop({ config, root, log, say: console.log });
  try {
    const { accounts } = createServices({ config, db, clock: systemClock, log });
    const { made, generated } = await accounts.appointOwner({ email, password });
    console.log(made ? "A new owner was made." : "The account is now an owner's, and its older logins have ended.");
    console.log(`  Owner's login       ${email.toLowerCase()}  ${generated ? `${generated}  (shown this once)` : ""}`);
  } finally {
    await close();
  }
}

let wanted: ReturnType<typeof readArguments>;
try {
  wanted = readArguments();
} catch (error) {
  failPlainly(error, USAGE);
}
await appointOwner(wanted).catch((error) => failPlainly(error));
