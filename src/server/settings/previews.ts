import { type SettingGroup, settingGroupNames } from "../../contracts/settings/settings.ts";
import { type Clock, HOUR_MS } from "../platform/clock.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";

const LIFETIME_MS = HOUR_MS;

/** Where a group shows, if not on the home page. */
const pages: Partial<Record<SettingGroup, string>> = {
  categories: "/products",
  facts: "/products",
  search: "/products",
  reviews: "/products",
  delivery: "/products",
  appointments: "/experts",
  legal: "/terms_and_conditions",
};

/** Signed links that show a draft without a login for one hour, so that the owner can share them. */
export function createPreviews({ clock, keyedHash }: { clock: Clock; keyedHash: KeyedHash }) {
  return {
    urlFor(group: SettingGroup) {
      const until = `${clock.now().getTime() + LIFETIME_MS}`;
      return `${pages[group] ?? "/"}?preview=${group}.${until}.${keyedHash("settings-preview", group, until)}`;
    },
    groupOf(token: string): SettingGroup | undefined {
      const [group = "", until = "", signature = ""] = token.split(".");
      if (!keyedHash.matches(signature, "settings-preview", group, until)) return undefined;
      if (Number(until) < clock.now().getTime()) return undefined;
      return settingGroupNames.find((name) => name === group);
    },
  };
}
