import { z } from "zod";
import { identityProof } from "../accounts/second-factor.ts";
import { optionalText, requiredText, storedVersion } from "../fields.ts";
import { sealedGroups } from "./settings-rules.ts";

export const KEY_ID = /^rzp_(test|live)_\w+$/;
export const SENDER = /^(?:[^<>@,;]*<[^<>@,;\s]+@[^<>@,;\s]+>|[^<>@,;\s]+@[^<>@,;\s]+)$/;
const HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i;

const KEPT = "Empty: the stored one is kept.";
export const sealedValues = {
  payments: z.object({
    keyId: requiredText("Key id", 60).regex(KEY_ID, "Key id begins with rzp_live_ or rzp_test_."),
    keySecret: optionalText("Key secret", 200).describe(KEPT),
    webhookSecret: optionalText("Webhook secret", 200).describe(KEPT),
  }),
  mail: z.object({
    host: requiredText("Server", 253).regex(HOST, "Server must be a name such as smtp.example.com."),
    port: z.coerce.number("Port must be a number.").int("Port must be a whole number.").min(1).max(65_535),
    security: z
      .enum(["tls", "starttls", "none"], "Choose how the connection is secured.")
      .describe("`none`: encrypted only if the server offers it."),
    user: optionalText("User name", 254),
    password: optionalText("Password", 500).describe(KEPT),
    sender: optionalText("Sender", 254).refine(
      (text) => text === "" || SENDER.test(text),
      "Sender must be an address, or a name and an address such as Nakshatra <namaste@example.com>.",
    ),
  }),
};
export type SealedValues = { [G in keyof typeof sealedValues]: z.output<(typeof sealedValues)[G]> };

export const sealedRemoval = identityProof.extend({ version: storedVersion });
export type SealedRemoval = z.input<typeof sealedRemoval>;
/** Flat, so that the messages of bad input name the fields of the page. */
export const sealedForms = {
  payments: sealedValues.payments.extend(sealedRemoval.shape),
  mail: sealedValues.mail.extend(sealedRemoval.shape),
};
/** What is sent: stored secrets may be left out. */
export type SealedInput = { [G in keyof typeof sealedValues]: z.input<(typeof sealedValues)[G]> };
export type SealedForms = { [G in keyof typeof sealedForms]: z.input<(typeof sealedForms)[G]> };

export const sealedState = z.object({
  group: z.enum(sealedGroups),
  version: storedVersion,
  source: z.enum(["environment", "settings", "none"]).describe("What is set on the server wins over what is typed."),
  values: z.record(z.string(), z.union([z.string(), z.number()])).describe("Without the secrets."),
  secrets: z
    .record(z.string(), z.string().nullable())
    .describe("The last four characters of each secret, empty for a short one. `null`: not set."),
  updatedAt: z.iso.datetime().nullable(),
  updatedBy: z.string().nullable(),
  problem: z.string().nullable().describe("Why the stored values cannot be read."),
});
export type SealedState = z.infer<typeof sealedState>;

export const sealedTry = z.object({
  message: z.string().describe("What worked. What does not is an error of a field."),
});
