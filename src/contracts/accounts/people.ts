import { z } from "zod";
import { ID_PATTERN } from "../error.ts";
import { MAX_NAME_LENGTH } from "../field-rules.ts";
import { optionalPhone, optionalText, requiredEmail } from "../fields.ts";
import { staffRoles } from "./account-rules.ts";
import { ownPassword } from "./second-factor.ts";
import { credentials } from "./user.ts";

const staffRole = z.enum(staffRoles, `Role must be one of ${staffRoles.join(", ")}.`);

const linkedExpert = z
  .object({ _id: z.string(), name: z.string().describe("Empty when the expert was deleted from the catalogue.") })
  .optional()
  .describe("Of an expert: whom of the catalogue this person is.");

export const person = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: staffRole,
  expert: linkedExpert,
  secondFactor: z.boolean().describe("Whether a login needs a second step."),
  lastSeenAt: z.iso.datetime().nullable().describe("Null when nobody is logged in to the account."),
  you: z.boolean(),
});
export type Person = z.infer<typeof person>;

export const invitation = z.object({
  _id: z.string(),
  email: z.string(),
  role: staffRole,
  expert: linkedExpert,
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

export const people = z.object({ people: z.array(person), invitations: z.array(invitation) });
export type People = z.infer<typeof people>;

export const invitationForm = z.object({
  currentPassword: ownPassword
    .optional()
    .describe("Needed when the login is older than 15 minutes: else 403 `confirm_password`."),
  email: requiredEmail,
  role: staffRole,
  expertId: z
    .string()
    .max(100)
    .refine((id) => id === "" || new RegExp(`^${ID_PATTERN}$`).test(id), "Expert must be the id of a record.")
    .optional()
    .describe("Of an expert: the record of the catalogue."),
});
export type InvitationForm = z.input<typeof invitationForm>;

export const openInvitation = z.object({
  email: z.string(),
  role: staffRole,
  expert: z.string().describe("The expert's name in the catalogue; empty for an owner."),
  hasAccount: z
    .boolean()
    .describe("Whether there is an account with a password, which accepts. Else name, phone and a new password do."),
});
export type OpenInvitation = z.infer<typeof openInvitation>;

export const acceptance = credentials.pick({ password: true }).extend({
  name: optionalText("Name", MAX_NAME_LENGTH),
  phone: optionalPhone,
});
export type Acceptance = z.input<typeof acceptance>;
