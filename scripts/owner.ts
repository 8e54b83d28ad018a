/** `npm run owner -- --email you@example.com`: makes an owner, or makes an account an owner's with a new password. */
import { parseArgs } from "node:util";
import { z } from "zod";
import { requiredEmail } from "../src/contracts/fields.ts";
import { newPassword } from "../src/contracts/user.ts";
import { runCommand } from "./command.ts";

function readArguments() {
  const { values } = parseArgs({ options: { email: { type: "string" }, password: { type: "string" } } });
  const read = z.object({ email: requiredEmail, password: newPassword.optional() }).safeParse(values);
  if (!read.success) throw new Error(read.error.issues[0]!.message);
  return read.data;
}

async function appointOwner({ email, password }: ReturnType<typeof readArguments>) {
  // The shop is loaded only now, so that a slip of the hand is told at once.
  const { openBesideShop } = await import("../src/server/startup/open-database.ts");
  const { opening, servicesOn } = await import("./open-beside.ts");
  const { db, close } = await openBesideShop(opening);
  try {
    const { accounts } = await servicesOn(db);
    const { made, generated } = await accounts.appointOwner({ email, password });
    console.log(made ? "A new owner was made." : "The account is now an owner's, and its older logins have ended.");
    console.log(`  Owner's login       ${email.toLowerCase()}  ${generated ? `${generated}  (shown this once)` : ""}`);
  } finally {
    await close();
  }
}

await runCommand({
  usage: "Usage: npm run owner -- --email you@example.com [--password '…'].",
  read: readArguments,
  work: appointOwner,
});
