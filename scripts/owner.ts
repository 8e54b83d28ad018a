/** `npm run owner -- --email you@example.com`: creates an owner, or promotes an account, sets a new password and clears its second factor. */
import { parseArgs } from "node:util";
import { z } from "zod";
import { newPassword } from "../src/contracts/accounts/user.ts";
import { requiredEmail } from "../src/contracts/fields.ts";
import { COMMON_PASSWORD, isCommonPassword } from "../src/server/accounts/passwords.ts";
import { runCommand } from "./command.ts";

function parseArguments() {
  const { values } = parseArgs({ options: { email: { type: "string" }, password: { type: "string" } } });
  const password = newPassword.refine((text) => !isCommonPassword(text), COMMON_PASSWORD).optional();
  const parsed = z.object({ email: requiredEmail, password }).safeParse(values);
  if (!parsed.success) throw new Error(parsed.error.issues[0]!.message);
  return parsed.data;
}

async function appointOwner({ email, password }: ReturnType<typeof parseArguments>) {
  // Imported lazily, so that invalid input is reported at once.
  const { openBesideShop } = await import("../src/server/startup/open-database.ts");
  const { openOptions, createServicesOn } = await import("./shop-context.ts");
  const { db, close } = await openBesideShop(openOptions);
  try {
    const { accounts } = await createServicesOn(db);
    const { made, generated } = await accounts.appointOwner({ email, password });
    console.log(
      made
        ? "A new owner was made."
        : "The account is now an owner's. Its older logins and its second step have ended.",
    );
    console.log(`  Owner's login       ${email.toLowerCase()}  ${generated ? `${generated}  (shown this once)` : ""}`);
  } finally {
    await close();
  }
}

await runCommand({
  usage: "Usage: npm run owner -- --email you@example.com [--password '…'].",
  parse: parseArguments,
  run: appointOwner,
});
