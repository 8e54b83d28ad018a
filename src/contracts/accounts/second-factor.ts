import { z } from "zod";
import type { ApiProblem } from "../error.ts";
import { MAX_PASSWORD_LENGTH } from "../field-rules.ts";
import { requiredText } from "../fields.ts";
import { MAX_CODE_LENGTH, MAX_PASSKEY_NAME_LENGTH, type SecondFactorMethod } from "./account-rules.ts";

/** What WebAuthn sends is base64url. The limits leave room for post-quantum signatures. */
const bytes = (max: number) => z.string().max(max, "This is longer than any passkey.");
const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal("public-key"),
};

export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: bytes(200).optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;

const passkeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(40_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>;

export const secondFactorCode = requiredText("Code", MAX_CODE_LENGTH);

/** The body of `second_factor_required` and `confirm_second_factor`: send the call again with `code` or `passkey`. */
export interface SecondFactorRequired extends ApiProblem {
  methods: SecondFactorMethod[];
  /** WebAuthn request options, when the account has passkeys. */
  passkey?: object;
}

export const ownPassword = z
  .string("Password is required.")
  .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters.`);

const codeOrPasskey = {
  code: secondFactorCode
    .optional()
    .describe("A code of an authenticator app, or a recovery code. Without one: 403 `confirm_second_factor`."),
  passkey: passkeyAssertion.optional().describe("Instead of a code: a WebAuthn assertion."),
};

/** A token alone changes no password and no second factor, however new its login is. */
export const identityProof = z.object({
  currentPassword: ownPassword
    .optional()
    .describe("For an account without a second factor. Without it: 403 `confirm_password`."),
  ...codeOrPasskey,
});
export type IdentityProof = z.infer<typeof identityProof>;

/** Turning a factor off: a stolen browser or a stolen password alone is not enough. */
export const secondFactorProof = z.object({
  password: ownPassword.min(1, "Password is required."),
  ...codeOrPasskey,
});
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

export const secondFactor = z.object({
  totp: z.boolean().describe("Whether an authenticator app is set up."),
  passkeys: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
    }),
  ),
  recoveryCodes: z.int().describe("How many recovery codes are left."),
});
export type SecondFactor = z.infer<typeof secondFactor>;

export const totpEnrolment = z.object({
  secret: z.string().describe("Base32, to type into an app."),
  url: z.string().describe("The `otpauth:` address behind the QR code."),
  qr: z.object({ size: z.int(), path: z.string().describe("SVG path of the dark modules, one unit each.") }),
});
export type TotpEnrolment = z.infer<typeof totpEnrolment>;

export const totpConfirmation = z.object({ code: secondFactorCode });
export type TotpConfirmation = z.infer<typeof totpConfirmation>;

export const passkeyEnrolment = z.object({ options: z.looseObject({}).describe("WebAuthn creation options.") });
export type PasskeyEnrolment = z.infer<typeof passkeyEnrolment>;

export const newPasskey = z.object({
  name: requiredText("Name", MAX_PASSKEY_NAME_LENGTH),
  credential: passkeyRegistration,
});
export type NewPasskey = z.input<typeof newPasskey>;

export const changedSecondFactor = z.object({
  secondFactor,
  codes: z
    .array(z.string())
    .optional()
    .describe("New recovery codes, shown this once: with the first factor, or when asked for."),
});
export type ChangedSecondFactor = z.infer<typeof changedSecondFactor>;
