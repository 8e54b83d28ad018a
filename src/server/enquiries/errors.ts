import { defineErrors } from "../platform/http/errors.ts";

export const enquiryError = defineErrors(["enquiries"], {
  enquiry_not_found: [404, "Enquiry not found."],
});
