import { defineErrors } from "../platform/http/errors.ts";

export const integrationError = defineErrors({
  api_key_invalid: [401, "This API key does not work. It may have been revoked."],
  api_key_not_allowed: [403, "This API key may not do this."],
  integration_not_found: [404, "This has been removed already."],
  too_many_integrations: [409, "There are as many as there can be. Remove one before you add another."],
});
