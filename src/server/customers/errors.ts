import { defineErrors } from "../platform/http/errors.ts";

export const customerError = defineErrors(["customers"], {
  customer_not_found: [404, "Customer not found."],
  changed_meanwhile: [409, "These notes were changed since you opened them. Nothing was saved."],
});
