import { defineErrors } from "../platform/http/errors.ts";

export const settingError = defineErrors(["settings", "orders"], {
  changed_meanwhile: [409, "These settings were changed since you opened them. Nothing was published."],
  set_on_server: [409, "These are set on the server, by environment variables. Change them there."],
  settings_key_damaged: [409, "The file settings.key is damaged. Nothing was saved."],
  prices_unavailable: [503, "The shop cannot read its prices at the moment. Please try again soon."],
  setting_version_not_found: [404, "There is no such version of these settings."],
});
