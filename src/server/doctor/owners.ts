import { eq } from "drizzle-orm";
import { users } from "../accounts/user-table.ts";
import { type CheckContext, note, problem } from "./check.ts";
import { isPublic } from "./settings.ts";

const DEFAULT_EMAIL = "owner@example.com";
const COMMON_PASSWORDS = ["password", "12345678", "changeme", "nakshatra"];

export async function* checkOwners({ db, settings, passwordMatches }: CheckContext) {
  const owners = await db.select().from(users).where(eq(users.role, "owner"));
  if (owners.length === 0) yield problem("The shop has no owner. Make one: npm run owner -- --email you@example.com");
  const usesAnyOf = async (passwords: string[]) => {
    for (const { passwordHash } of owners)
      for (const password of passwords) if (await passwordMatches(password, passwordHash)) return true;
    return false;
  };
  const { password } = settings.owner;
  const report = isPublic(settings) ? problem : note;
  if (await usesAnyOf(COMMON_PASSWORDS))
    yield report("An owner's password is one that anybody would try first. Change it on the profile page.");
  if (password && (await usesAnyOf([password])))
    yield note(
      "An owner still uses the password in OWNER_PASSWORD. Change it on the profile page, then remove the setting: it is needed only once.",
    );
  if (owners.some(({ email }) => email === DEFAULT_EMAIL))
    yield report(
      `An owner logs in as ${DEFAULT_EMAIL}, to which no reset link can be sent. Make an owner with an address of your own: npm run owner -- --email …`,
    );
}
