import { defaultSettings } from "../../../site.config.ts";
import { type SettingGroup, type Settings, settingGroupNames, settingGroups } from "./settings.ts";

type Stored = Record<string, unknown>;

/** Stored values over the defaults: a field that a newer version adds has its default. */
const parse = (group: SettingGroup, stored: Stored) =>
  settingGroups[group].safeParse({ ...defaultSettings[group], ...stored });

/** The first reason why stored values cannot be used. */
export function problemWithStored(group: SettingGroup, stored: Stored) {
  const parsed = parse(group, stored);
  if (parsed.success) return undefined;
  const { path, message } = parsed.error.issues[0]!;
  return `${path.join(".")}: ${message}`;
}

/** Groups that are not stored, or not valid, have the defaults. */
export const toSettings = (stored: Partial<Record<SettingGroup, Stored | null>>) =>
  Object.fromEntries(
    settingGroupNames.map((group) => {
      const values = stored[group] && parse(group, stored[group]).data;
      return [group, values ?? defaultSettings[group]];
    }),
  ) as Settings;
