import type { SettingGroup, Settings } from "../../src/contracts/settings/settings.ts";
import type { SettingState } from "../../src/contracts/settings/settings-calls.ts";
import type { TestShop } from "./test-shop.ts";

export const settingCall = (shop: TestShop, method: string, path: string, json?: unknown) =>
  shop.call(method, `/api/settings${path}`, { token: shop.ownerToken, json });

export const settingState = async (shop: TestShop, group: SettingGroup) =>
  ((await settingCall(shop, "GET", "")).json() as SettingState[]).find((state) => state.group === group)!;

/** Publishes changed values on top of the current ones. */
export async function publishSettings<G extends SettingGroup>(
  shop: TestShop,
  group: G,
  change: Partial<Settings[G]>,
  extra = {},
) {
  const { version, values } = await settingState(shop, group);
  return settingCall(shop, "PUT", `/${group}`, { version, values: { ...values, ...change }, ...extra });
}
