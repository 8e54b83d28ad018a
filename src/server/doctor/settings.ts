import { eq, isNotNull } from "drizzle-orm";
import { PROVIDER_LABEL } from "../../contracts/payments/payment-rules.ts";
import { settingTitles } from "../../contracts/settings/settings-rules.ts";
import { problemWithStored } from "../../contracts/settings/stored-settings.ts";
import { users } from "../accounts/user-table.ts";
import { readProxyWarning } from "../platform/http/untrusted-proxy.ts";
import { settingGroupsTable } from "../settings/setting-table.ts";
import { type CheckContext, note, problem, type ShopSettings } from "./check.ts";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

const hasLocalUrl = ({ publicUrl }: ShopSettings) => LOOPBACK.test(new URL(publicUrl).hostname);

/** Whether other machines can reach the shop. */
export const isPublic = (settings: ShopSettings) => !hasLocalUrl(settings) || !LOOPBACK.test(settings.host);

const NO_ADDRESS =
  "PUBLIC_URL is not set to the shop's address, so links in mails lead to localhost. Set it, for example PUBLIC_URL=https://shop.example.com";
const NO_HTTPS =
  "PUBLIC_URL is plain http: passwords and addresses travel in the open. Put a proxy with https in front, as docs/deploy.md says, and set PUBLIC_URL to its address.";
const NO_MONEY = `Others can reach the shop, and its payments are in the sandbox: no money moves. Type the ${PROVIDER_LABEL} keys at /admin/settings/payments.`;
const NO_PAYMENTS = `The shop cannot take payments yet. Type the ${PROVIDER_LABEL} keys at /admin/settings/payments, or set PAYMENTS=sandbox to show a shop that takes no money.`;
const NO_MAIL =
  "No mail server is set: mails become files in DATA_DIR/mail and nobody gets them. Type it at /admin/settings/mail, or set SMTP_URL and MAIL_FROM.";
const NO_LIMITS = "RATE_LIMIT is off: anybody may try passwords without end. Remove the setting.";
const NO_PROXY =
  "PUBLIC_URL is https, so a proxy stands in front, and TRUST_PROXY is 0: rate limits count the proxy instead of the visitor. Set TRUST_PROXY=1.";
const TRIAL =
  "The shop is set up for trying it out: this machine only, pretend money. docs/deploy.md says what to set before it is opened to others.";

function* checkPublicShop(settings: ShopSettings) {
  const { publicUrl, payments, hasMailServer, rateLimit, trustProxy } = settings;
  const isLocal = hasLocalUrl(settings);
  const isHttps = publicUrl.startsWith("https:");
  if (isLocal) yield problem(NO_ADDRESS);
  else if (!isHttps) yield problem(NO_HTTPS);
  if (payments === "sandbox") yield problem(NO_MONEY);
  if (payments === "none") yield problem(NO_PAYMENTS);
  if (!hasMailServer) yield problem(NO_MAIL);
  if (!rateLimit) yield problem(NO_LIMITS);
  if (isHttps && trustProxy === 0) yield problem(NO_PROXY);
}

export async function* checkSettings({ settings }: CheckContext) {
  if (isPublic(settings)) yield* checkPublicShop(settings);
  else yield settings.payments === "sandbox" ? note(TRIAL) : problem(NO_ADDRESS);
}

/** An https shop without TRUST_PROXY is reported with the settings already. */
export async function* checkProxy({ db, clock, settings }: CheckContext) {
  const warning = await readProxyWarning(db, clock, settings.trustProxy);
  if (warning && !(isPublic(settings) && settings.publicUrl.startsWith("https:"))) yield problem(warning);
}

/** Stored settings that are no longer valid. The shop uses the last good ones instead. */
export async function* checkShopSettings({ db, sealed }: CheckContext) {
  for (const reason of [sealed.payments.problem, sealed.mail.problem]) if (reason) yield problem(reason);
  const rows = await db.select().from(settingGroupsTable).where(isNotNull(settingGroupsTable.values));
  for (const { group, values } of rows) {
    const reason = problemWithStored(group, values!);
    if (reason)
      yield problem(
        `The settings “${settingTitles[group]}” are damaged (${reason}) The shop uses the last good ones; without any it shows the defaults and takes no orders at their prices. Open /admin/settings/${group} and publish them again.`,
      );
  }
}

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
