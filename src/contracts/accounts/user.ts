import { z } from "zod";
import {
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  PASSWORD_RULE,
} from "../field-rules.ts";
import { formText, optionalPhone, personName, requiredEmail, requiredPhone, requiredText } from "../fields.ts";
import { LOGIN_CODE_PATTERN, LOGIN_CODE_RULE, MAX_CODE_LENGTH, roles } from "./account-rules.ts";
import { identityProof, ownPassword, passkeyAssertion, secondFactorCode } from "./second-factor.ts";

/** Not trimmed: spaces are part of a password. */
const passwordText = z.string({
  error: (issue) => (issue.input === undefined ? "Password is required." : "Password must be text."),
});

export const newPassword = passwordText.min(MIN_PASSWORD_LENGTH, PASSWORD_RULE).max(MAX_PASSWORD_LENGTH, PASSWORD_RULE);

export const credentials = z.object({
  email: requiredEmail,
  password: ownPassword.min(1, "Password is required."),
  code: secondFactorCode.optional().describe("The second step: a code of an authenticator app, or a recovery code."),
  passkey: passkeyAssertion.optional().describe("The second step: a WebAuthn assertion."),
});
export type Credentials = z.infer<typeof credentials>;

export const signedIn = z.object({ token: z.string() });
export type SignedIn = z.infer<typeof signedIn>;

/** Unknown fields, such as a role, are dropped. */
export const registration = z.object({
  name: personName("Name", MAX_ACCOUNT_NAME_LENGTH),
  email: requiredEmail,
  phone: requiredPhone,
  password: newPassword,
});
export type Registration = z.input<typeof registration>;

export const profile = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().describe("Empty when none is known."),
  role: z.enum(roles),
  provisionalName: z.literal(true).optional().describe("The name was made from the e-mail address."),
  passwordless: z.literal(true).optional().describe("The account has no password: it logs in with a code by mail."),
});
export type Profile = z.infer<typeof profile>;

export const profileForm = z.object({
  name: requiredText("Full Name", MAX_NAME_LENGTH).describe(
    `A new name has at most ${MAX_ACCOUNT_NAME_LENGTH} characters, on one line and without a link.`,
  ),
  phone: optionalPhone,
  password: passwordText
    .max(MAX_PASSWORD_LENGTH, PASSWORD_RULE)
    .refine((raw) => raw === "" || newPassword.safeParse(raw).success, PASSWORD_RULE)
    .optional()
    .describe("Left empty, the password stays as it is."),
  ...identityProof.shape,
});
/** Checked when the name changes: a form may send back a name from before these rules. */
export const changedName = z.object({ name: personName("Full Name", MAX_ACCOUNT_NAME_LENGTH) });
export type ProfileForm = z.input<typeof profileForm>;

export const savedProfile = profile.extend({
  token: z
    .string()
    .optional()
    .describe("After a change of password: the token to go on with; every older one has ended."),
});
export type SavedProfile = z.infer<typeof savedProfile>;

/** Asks for a mail to log in with: a reset link or a code. */
export const mailRequest = z.object({ email: requiredEmail });
export type MailRequest = z.input<typeof mailRequest>;
export const mailRequested = z.object({ message: z.string() });

export const passwordReset = z.object({ password: newPassword });
export type PasswordReset = z.input<typeof passwordReset>;
export const passwordWasReset = z.object({
  message: z.string(),
  token: z.string().optional().describe("Absent when the account has a second factor: then log in."),
});
export type PasswordWasReset = z.infer<typeof passwordWasReset>;

export const codeCredentials = z.object({
  email: requiredEmail,
  code: formText("Code", MAX_CODE_LENGTH)
    .overwrite((typed) => typed.replace(/\s/g, ""))
    .regex(new RegExp(`^${LOGIN_CODE_PATTERN}$`), LOGIN_CODE_RULE)
    .describe("The six digits that were mailed."),
  name: personName("Name", MAX_ACCOUNT_NAME_LENGTH).optional().describe("Of a new customer."),
  phone: optionalPhone.describe("Of a new customer."),
  secondFactorCode: secondFactorCode.optional().describe("The second step: a code of an app, or a recovery code."),
  passkey: passkeyAssertion.optional().describe("The second step: a WebAuthn assertion."),
});
export type CodeCredentials = z.input<typeof codeCredentials>;

/** One login of an account: a token that was issued and has not ended. */
export const ownLogin = z.object({
  _id: z.string(),
  device: z.string().describe("Browser and system in words, such as `Chrome on Android`."),
  network: z.string().describe("The network of the last call, never the full address."),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().describe("To within a few minutes."),
  current: z.boolean().describe("Whether it is the login of this call."),
});
export type Login = z.infer<typeof ownLogin>;
