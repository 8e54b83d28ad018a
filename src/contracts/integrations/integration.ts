import { z } from "zod";
import { identityProof } from "../accounts/second-factor.ts";
import { requiredText } from "../fields.ts";
import { apiKeyAccess, MAX_KEY_NAME_LENGTH, MAX_WEBHOOK_URL_LENGTH, webhookEvents } from "./integration-rules.ts";

const made = {
  _id: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable().describe("Null: it has ended, because who made it is no longer an owner."),
};
const access = z.enum(apiKeyAccess, `Access must be one of ${apiKeyAccess.join(", ")}.`);

const lastUsedAt = z.iso.datetime().nullable();
export const apiKey = z.object({ ...made, name: z.string(), access, endsWith: z.string(), lastUsedAt });
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyForm = identityProof.extend({ name: requiredText("Name", MAX_KEY_NAME_LENGTH), access });
export type ApiKeyForm = z.input<typeof apiKeyForm>;
export const newApiKey = apiKey.extend({ secret: z.string().describe("The key. Shown only now.") });
export type NewApiKey = z.infer<typeof newApiKey>;

const hasFormerSecret = z
  .boolean()
  .describe("Its calls also carry the signature of former versions, until it gets a new secret.");
export const webhook = z.object({ ...made, url: z.string(), hasFormerSecret });
export type Webhook = z.infer<typeof webhook>;

export const webhookForm = identityProof.extend({ url: requiredText("Address", MAX_WEBHOOK_URL_LENGTH) });
export type WebhookForm = z.input<typeof webhookForm>;
export const newWebhook = webhook.extend({ secret: z.string().describe("Signs the requests. Shown only now.") });
export type NewWebhook = z.infer<typeof newWebhook>;

export const webhookAnswer = z.object({
  status: z.int().nullable().describe("The HTTP status of the last answer; null without one."),
  problem: z.string().nullable().describe("Why the last attempt failed."),
});
export type WebhookAnswer = z.infer<typeof webhookAnswer>;

export const webhookDelivery = webhookAnswer.extend({
  _id: z.string(),
  event: z.enum(webhookEvents),
  orderId: z.string(),
  createdAt: z.iso.datetime(),
  attempts: z.int(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
