import { createApiKeys } from "./api-keys.ts";
import type { IntegrationDeps } from "./deps.ts";
import { createWebhooks } from "./webhooks.ts";

export function createIntegrations(deps: IntegrationDeps) {
  return { apiKeys: createApiKeys(deps), webhooks: createWebhooks(deps) };
}
export type Integrations = ReturnType<typeof createIntegrations>;
