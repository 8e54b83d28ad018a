import { defineErrors } from "../platform/http/errors.ts";

export const settingError = defineErrors({
  changed_meanwhile: [409, "These settings were changed since you opened them. Nothing was published."],
  setting_version_not_found: [404, "There is no such version of these settings."],
});
