import { defaultSettings } from "../../../site.config.ts";
import { type SettingGroup, type Settings, settingGroupNames, settingGroups } from "./settings.ts";

type Stored = Record<string, unknown>;

/** The first reason why stored values cannot be used. */
export function problemWithStored(group: SettingGroup, stored: Stored) {
  const parsed = settingGroups[group].safeParse({ ...defaultSettings[group], ...stored });
  if (parsed.success) return undefined;
  const { path, message } = parsed.error.issues[0]!;
  return `${path.join(".")}: ${message}`;
}

/** Stored values over the defaults: a field that a newer version adds has its default. Invalid values have the defaults. */
function readGroup<Group extends SettingGroup>(group: Group, stored: Stored | null | undefined): Settings[Group] {
  if (!stored) return defaultSettings[group];
  const parsed = settingGroups[group].safeParse({ ...defaultSettings[group], ...stored });
  return parsed.success ? (parsed.data as Settings[Group]) : defaultSettings[group];
}

export const toSettings = (stored: Partial<Record<SettingGroup, Stored | null>>) =>
  Object.fromEntries(settingGroupNames.map((group) => [group, readGroup(group, stored[group])])) as Settings;
