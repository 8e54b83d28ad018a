import { isNotNull } from "drizzle-orm";
import { settingTitles } from "../../contracts/settings/settings-rules.ts";
import { problemWithStored } from "../../contracts/settings/stored-settings.ts";
import { settingGroupsTable } from "../settings/setting-table.ts";
import { type CheckContext, problem } from "./check.ts";

/** Stored settings that are no longer valid. The shop uses the defaults of that group instead. */
export async function* checkShopSettings({ db }: CheckContext) {
  const rows = await db.select().from(settingGroupsTable).where(isNotNull(settingGroupsTable.values));
  for (const { group, values } of rows) {
    const reason = problemWithStored(group, values!);
    if (reason)
      yield problem(
        `The settings “${settingTitles[group]}” are damaged, so the shop uses the defaults (${reason}) Open /admin/settings/${group} and publish them again.`,
      );
  }
}
