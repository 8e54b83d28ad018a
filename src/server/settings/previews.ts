import { type SettingGroup, settingGroupNames } from "../../contracts/settings/settings.ts";
import { type Clock, HOUR_MS } from "../platform/clock.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";
import { isEqualSecret } from "../platform/secrets.ts";

const LIFETIME_MS = HOUR_MS;

const pages: Record<SettingGroup, string> = {
  business: "/",
  look: "/",
  home: "/",
  packages: "/",
  categories: "/products",
  delivery: "/products",
  appointments: "/experts",
  announcement: "/",
  legal: "/terms_and_conditions",
};

/** Signed links that show a draft without a login for one hour, so that the owner can share them. */
export function createPreviews({ clock, keyedHash }: { clock: Clock; keyedHash: KeyedHash }) {
  const sign = (group: string, until: string) => keyedHash("settings-preview", group, until);
  return {
    urlFor(group: SettingGroup) {
      const until = `${clock.now().getTime() + LIFETIME_MS}`;
      return `${pages[group]}?preview=${group}.${until}.${sign(group, until)}`;
    },
    groupOf(token: string): SettingGroup | undefined {
      const [group = "", until = "", signature = ""] = token.split(".");
      if (!isEqualSecret(signature, sign(group, until)) || Number(until) < clock.now().getTime()) return undefined;
      return settingGroupNames.find((name) => name === group);
    },
  };
}
