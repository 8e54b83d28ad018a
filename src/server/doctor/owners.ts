import { eq } from "drizzle-orm";
import { users } from "../accounts/user-table.ts";
import type { CheckContext } from "./deps.ts";
import { type Finding, look, note } from "./finding.ts";
import { isPublic } from "./settings.ts";

const FIRST_EMAIL = "owner@example.com";
/** What anybody would try first. */
const WELL_KNOWN = ["password", "12345678", "changeme", "nakshatra"];

/** Owners: there is one, who can be written to and whose password is nobody else's. */
export async function examineOwners({ db, settings, passwordMatches }: CheckContext): Promise<Finding[]> {
  const owners = await db.select().from(users).where(eq(users.role, "owner"));
  if (owners.length === 0) return [look("The shop has no owner. Make one: npm run owner -- --email you@example.com")];
  const isOneOf = async (passwords: string[]) => {
    for (const { passwordHash } of owners)
      for (const password of passwords) if (await passwordMatches(password, passwordHash)) return true;
    return false;
  };
  const findings: Finding[] = [];
  const say = isPublic(settings) ? look : note;
  if (await isOneOf(WELL_KNOWN))
    findings.push(say("An owner's password is one that anybody would try first. Change it on the profile page."));
  if (settings.ownerPassword && (await isOneOf([settings.ownerPassword])))
    findings.push(
      note(
        "An owner still uses the password in OWNER_PASSWORD. Change it on the profile page, then remove the setting: it is needed only once.",
      ),
    );
  if (owners.some(({ email }) => email === FIRST_EMAIL))
    findings.push(
      say(
        `An owner logs in as ${FIRST_EMAIL}, to which no reset link can be sent. Make an owner with an address of your own: npm run owner -- --email …`,
      ),
    );
  return findings;
}
