import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { identityProof } from "../../contracts/accounts/second-factor.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import * as integration from "../../contracts/integrations/integration.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import type { Integrations } from "./service.ts";

const { apiKey, apiKeyForm, newApiKey, webhook, webhookForm, newWebhook, webhookDelivery, webhookAnswer } = integration;
const deletion = { params: idParams, response: deleted };

export function integrationRoutes(
  app: FastifyInstance,
  { integrations: { apiKeys, webhooks }, logins }: RouteDeps & { integrations: Integrations },
) {
  const { owner } = routesFor(app, logins, "integrations");

  owner.get("/api-keys", { summary: "The API keys of programs", response: z.array(apiKey) }, apiKeys.list);
  owner.post(
    "/api-keys",
    { summary: "Make an API key; it is shown once", body: apiKeyForm, response: newApiKey, status: 201 },
    ({ user, body, ip }) => apiKeys.create(user, body, ip),
  );
  owner.delete("/api-keys/:id", { summary: "Revoke an API key", ...deletion }, ({ params, user }) =>
    apiKeys.revoke(params.id, user),
  );

  owner.get(
    "/webhooks",
    { summary: "Addresses that are told about orders", response: z.array(webhook) },
    webhooks.list,
  );
  owner.post(
    "/webhooks",
    {
      summary: "Add a webhook; its signing secret is shown once",
      body: webhookForm,
      response: newWebhook,
      status: 201,
    },
    ({ user, body, ip }) => webhooks.create(user, body, ip),
  );
  owner.post(
    "/webhooks/:id/secret",
    {
      summary: "Make a new signing secret for a webhook; it is shown once",
      params: idParams,
      body: identityProof,
      response: newWebhook,
    },
    ({ user, params, body, ip }) => webhooks.renewSecret(params.id, user, body, ip),
  );
  owner.delete("/webhooks/:id", { summary: "Remove a webhook", ...deletion }, ({ params, user }) =>
    webhooks.remove(params.id, user),
  );
  owner.get(
    "/webhooks/:id/deliveries",
    { summary: "The newest events with their last answers", params: idParams, response: z.array(webhookDelivery) },
    ({ params }) => webhooks.listDeliveries(params.id),
  );
  owner.post(
    "/webhooks/:id/test",
    { summary: "Send a signed test event now", params: idParams, response: webhookAnswer },
    ({ params, user }) => webhooks.test(params.id, user),
  );
}
