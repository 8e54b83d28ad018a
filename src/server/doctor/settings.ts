import type { CheckContext, ShopSettings } from "./deps.ts";
import { type Finding, look, note } from "./finding.ts";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

const isLocalAddress = ({ publicUrl }: ShopSettings) => LOOPBACK.test(new URL(publicUrl).hostname);

/** Whether others than this machine's user can visit. */
export const isPublic = (settings: ShopSettings) => !isLocalAddress(settings) || !LOOPBACK.test(settings.host);

const NO_ADDRESS =
  "PUBLIC_URL is not set to the shop's address, so links in mails lead to localhost. Set it, for example PUBLIC_URL=https://shop.example.com";
const NO_HTTPS =
  "PUBLIC_URL is plain http: passwords and addresses travel in the open. Put a proxy with https in front, as docs/deploy.md says, and set PUBLIC_URL to its address.";
const NO_MONEY =
  "Others can reach the shop, and its payments are in the sandbox: no money moves. Set the Razorpay keys.";
const NO_MAIL =
  "SMTP_URL is not set: mails become files in DATA_DIR/mail and nobody gets them. Set SMTP_URL and MAIL_FROM.";
const NO_LIMITS = "RATE_LIMIT is off: anybody may try passwords without end. Remove the setting.";
const NO_PROXY =
  "PUBLIC_URL is https, so a proxy stands in front, and TRUST_PROXY is 0: rate limits count the proxy instead of the visitor. Set TRUST_PROXY=1.";
const TRIAL =
  "The shop is set up for trying it out: this machine only, pretend money. docs/deploy.md says what to set before it is opened to others.";

function publicShop(settings: ShopSettings) {
  const { publicUrl, payments, sendsMail, limitsRates, trustProxy } = settings;
  const isLocal = isLocalAddress(settings);
  const isSafe = publicUrl.startsWith("https:");
  const rules: [boolean, string][] = [
    [isLocal, NO_ADDRESS],
    [!isLocal && !isSafe, NO_HTTPS],
    [payments === "sandbox", NO_MONEY],
    [!sendsMail, NO_MAIL],
    [!limitsRates, NO_LIMITS],
    [isSafe && trustProxy === 0, NO_PROXY],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, sentence]) => look(sentence));
}

/** Settings: fit for what the shop is used for. */
export async function examineSettings({ settings }: CheckContext): Promise<Finding[]> {
  if (isPublic(settings)) return publicShop(settings);
  return settings.payments === "sandbox" ? [note(TRIAL)] : [look(NO_ADDRESS)];
}
