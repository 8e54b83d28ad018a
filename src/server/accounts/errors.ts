import { MAX_ADDRESSES } from "../../contracts/accounts/account-rules.ts";
import { defineErrors } from "../platform/http/errors.ts";

/** Of calls that ask who somebody is before they go on. */
const identityErrors = {
  wrong_code: [403, "This code is not right."],
  wrong_passkey: [403, "This passkey could not be verified. Please try again, or use a code."],
  confirm_password: [403, "Please enter your current password to choose a new one."],
  confirm_second_factor: [403, "Please confirm that it is you."],
  login_again: [403, "Please log out and log in again with a code. Then do this within 15 minutes."],
  wrong_password: [403, "This is not your password."],
} as const;

/** Calls of other domains ask, too. */
defineErrors(["integrations", "settings"], identityErrors);

export const accountError = defineErrors(["accounts", "people"], {
  ...identityErrors,
  reset_link_invalid: [400, "This reset link has expired or was already used. Please ask for a new one."],
  invitation_invalid: [
    400,
    "This invitation has expired, was withdrawn or was already used. Please ask for a new one.",
  ],
  wrong_credentials: [401, "Invalid email or password"],
  second_factor_required: [401, "Please confirm that it is you with the second step of your login."],
  passkey_refused: [400, "This passkey could not be added. Please try again."],
  passkey_not_found: [404, "This passkey has been removed already."],
  no_second_factor: [409, "Recovery codes belong to an authenticator app or a passkey. Please add one first."],
  totp_set_up: [409, "An authenticator app is set up already. Remove it before you set up another."],
  too_many_passkeys: [409, "You have ten passkeys. Remove one before you add another."],
  address_not_found: [404, "This address has been deleted already."],
  too_many_addresses: [
    409,
    `You have saved ${MAX_ADDRESSES} addresses. Delete one in your profile before you save another.`,
  ],
  session_not_found: [404, "This login has ended already."],
  person_not_found: [404, "This person is no longer an owner or expert."],
  invitation_not_found: [404, "This invitation was accepted or withdrawn already."],
  already_there: [409, "This invitation is not needed."],
  already_invited: [409, "There is an open invitation for this person already. You can send it again below."],
  expert_gone: [409, "The expert of this invitation is no longer in the catalogue. Please ask for a new invitation."],
  own_access: [409, "You cannot remove yourself. Ask another owner."],
  email_taken: [409, "This e-mail already has an account. Please log in instead."],
  last_owner: [409, "This is the shop's only owner. Make another one before you delete this account."],
});

const WRONG_LOGIN_CODE =
  "This code is wrong or no longer works. A code ends after 10 minutes, five wrong tries or a newer code.";
const loginCodeError = defineErrors(["accounts", "people"], { wrong_code: [401, WRONG_LOGIN_CODE] });
/** A mailed code is the first step of a login, so it is refused like a password. */
export const wrongLoginCode = () => loginCodeError("wrong_code", { fields: { code: WRONG_LOGIN_CODE } });
