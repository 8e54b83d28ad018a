import { defineErrors } from "../platform/http/errors.ts";

export const accountError = defineErrors({
  reset_link_invalid: [400, "This reset link has expired or was already used. Please ask for a new one."],
  wrong_credentials: [401, "Invalid email or password"],
  confirm_password: [403, "Please enter your current password to choose a new one."],
  wrong_password: [403, "This is not your password."],
  email_taken: [409, "This e-mail already has an account. Please log in instead."],
  last_owner: [409, "This is the shop's only owner. Make another one before you delete this account."],
});
