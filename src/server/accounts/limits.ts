import type { Limit } from "../platform/http/rate-limit.ts";

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/** Failed logins by account and IP address together. They also count towards `loginByIp`: change both. */
export const loginByAccountAndIp: Limit = { name: "login-pair", tries: 10, seconds: QUARTER_HOUR };
/** Failed logins from one IP address (IPv6: one /64), for any account. */
export const loginByIp: Limit = { name: "login-ip", tries: 10, seconds: QUARTER_HOUR };
/** Failed logins by account from unknown networks. Looser, so that attackers cannot easily lock the person out. */
export const loginByAccount: Limit = { name: "login-account", tries: 50, seconds: QUARTER_HOUR };
/** Limits successful logins too, because each costs a password hash. */
export const loginSuccesses: Limit = { name: "login-success", tries: 30, seconds: QUARTER_HOUR };
/** Wrong second-factor codes by account and address together. A correct code resets the counter. */
export const codeByAccountAndIp: Limit = { name: "code-pair", tries: 10, seconds: QUARTER_HOUR };
/** Codes for an account from unknown networks: at this rate, guessing six digits takes years. */
export const codeByAccount: Limit = { name: "code-account", tries: 20, seconds: HOUR };
/** Invitations sent: each is a mail to an address that somebody typed. */
export const inviteByAccount: Limit = { name: "invite-account", tries: 20, seconds: HOUR };
/** Counts invalid links only. */
export const invitationByIp: Limit = { name: "invitation-ip", tries: 10, seconds: QUARTER_HOUR };
export const enrolmentByAccount: Limit = { name: "enrolment-account", tries: 30, seconds: HOUR };
export const registerByIp: Limit = { name: "register-ip", tries: 10, seconds: HOUR };
export const registerByAccount: Limit = { name: "register-account", tries: 10, seconds: HOUR };
export const forgotByIp: Limit = { name: "forgot-ip", tries: 5, seconds: HOUR };
/** Limits reset mails that unknown networks can cause for an account. */
export const forgotByAccount: Limit = { name: "forgot-account", tries: 20, seconds: HOUR };
/** Counts invalid links only. */
export const resetByIp: Limit = { name: "reset-ip", tries: 10, seconds: QUARTER_HOUR };
/** Every password change costs a hash and a mail. */
export const passwordByAccount: Limit = { name: "password-account", tries: 10, seconds: HOUR };
