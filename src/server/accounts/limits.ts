import type { Limit } from "../platform/http/rate-limit.ts";

// Thousands of people share one IPv4 address of a mobile carrier, so an address alone is a weak reason to refuse.
// Limits by address are high, and a known network of the account is not counted in them. IPv6: one /64 is one address.

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** Failed logins by account and address together, on every network. */
export const loginByAccountAndIp: Limit = { name: "login-pair", tries: 10, seconds: QUARTER_HOUR };
/** Failed logins from one address, for all accounts whose known network it is not. */
export const loginByIp: Limit = { name: "login-ip", tries: 300, seconds: QUARTER_HOUR };
/** Failed logins by account from unknown networks. Looser, so that attackers cannot easily lock the person out. */
export const loginByAccount: Limit = { name: "login-account", tries: 50, seconds: QUARTER_HOUR };
/** Right passwords by account, because each costs a hash. Each known network of the account has its own counter. */
export const loginSuccesses: Limit = { name: "login-success", tries: 30, seconds: QUARTER_HOUR };
/** Wrong second-factor codes by account and address together. A correct code resets the counter. */
export const codeByAccountAndIp: Limit = { name: "code-pair", tries: 10, seconds: QUARTER_HOUR };
/** Second-factor codes for an account from unknown networks: at this rate, guessing six digits takes years. */
export const codeByAccount: Limit = { name: "code-account", tries: 20, seconds: HOUR };
/** Invitations sent: each is a mail to an address that somebody typed. */
export const inviteByAccount: Limit = { name: "invite-account", tries: 20, seconds: HOUR };
/** Counts invalid links only. */
export const invitationByIp: Limit = { name: "invitation-ip", tries: 300, seconds: QUARTER_HOUR };
export const enrolmentByAccount: Limit = { name: "enrolment-account", tries: 30, seconds: HOUR };
export const registerByIp: Limit = { name: "register-ip", tries: 300, seconds: HOUR };
export const registerByAccount: Limit = { name: "register-account", tries: 10, seconds: HOUR };
const askedTooOften = (wait: string) =>
  `Codes and links were asked for too often. Please look for the last mail, among spam too, or try again ${wait}.`;
// Reset mails and login codes together. They count for the mailbox (`mailboxOf`), whether or not it has an account.
/** From one address, for all mailboxes whose known network it is not. */
export const loginMailsByIp: Limit = { name: "forgot-ip", tries: 100, seconds: HOUR, refusal: askedTooOften };
/** To a mailbox from one unknown network. */
export const loginMailsByMailboxAndIp: Limit = { name: "mails-pair", tries: 3, seconds: DAY, refusal: askedTooOften };
/** To a mailbox from all unknown networks. */
export const loginMailsByMailbox: Limit = { name: "mails-mailbox", tries: 20, seconds: DAY, refusal: askedTooOften };
/** To a mailbox from each network that has logged in to it; from all of them together until the mailbox is confirmed. */
export const loginMailsByKnownNetwork: Limit = { name: "mails-known", tries: 20, seconds: DAY, refusal: askedTooOften };
/** Counts invalid links only. */
export const resetByIp: Limit = { name: "reset-ip", tries: 300, seconds: QUARTER_HOUR };
/** Mails about a new password to a mailbox that was never confirmed: a stranger may have registered the address. */
export const mailsToUnconfirmed: Limit = { name: "unconfirmed-mail", tries: 3, seconds: DAY };
/** Changes of saved addresses. */
export const addressesByAccount: Limit = { name: "addresses-account", tries: 60, seconds: HOUR };
/** Every password change costs a hash and a mail. */
export const passwordByAccount: Limit = { name: "password-account", tries: 10, seconds: HOUR };
