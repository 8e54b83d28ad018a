import { defineErrors } from "../platform/http/errors.ts";

export const integrationError = defineErrors(["integrations"], {
  integration_not_found: [404, "This has been removed already."],
  too_many_integrations: [409, "There are as many as there can be. Remove one before you add another."],
});
