import type { SettingGroup, Settings } from "../../../contracts/settings/settings.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { useLoad } from "../../lib/use-load.ts";

/** The published values of a group of settings. */
export const useSettingGroup = <G extends SettingGroup>(wanted: G) =>
  useLoad(async () => {
    const groups = await browserApi.call("GET /api/settings", {});
    return groups.find(({ group }) => group === wanted)?.values as Settings[G] | undefined;
  }, wanted);
