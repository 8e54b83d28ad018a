import { defineErrors } from "../platform/http/errors.ts";

export const documentError = defineErrors({
  document_not_found: [404, "This paper was not found."],
});
