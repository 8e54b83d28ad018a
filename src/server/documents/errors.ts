import { defineErrors } from "../platform/http/errors.ts";

export const documentError = defineErrors(["orders"], {
  document_not_found: [404, "This paper was not found."],
});
