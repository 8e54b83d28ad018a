import { randomUUIDv7 } from "node:crypto";
import { and, arrayContains, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { defaultSettings } from "../../../site.config.ts";
import { claimsToLog } from "../../contracts/claims-rules.ts";
import { isAllowedLink, TEXT_LINK } from "../../contracts/link-rules.ts";
import {
  type SettingGroup,
  type Settings,
  settingGroupNames,
  settingGroups,
} from "../../contracts/settings/settings.ts";
import type { SettingChange, SettingState, settingForm } from "../../contracts/settings/settings-calls.ts";
import { settingTitles } from "../../contracts/settings/settings-rules.ts";
import { problemWithStored, toSettings } from "../../contracts/settings/stored-settings.ts";
import type { Activity } from "../activity/service.ts";
import type { Images, PreparedImage } from "../images/service.ts";
import { createCachedRead } from "../platform/cached-read.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { badInput } from "../platform/http/errors.ts";
import type { Platform } from "../platform/platform.ts";
import { settingError } from "./errors.ts";
import { createPreviews } from "./previews.ts";
import { sealedSettings } from "./sealed-setting-table.ts";
import { settingGroupsTable, settingPictures, settingVersions } from "./setting-table.ts";

/** Cache tag of everything that shows a setting. */
export const SETTINGS_TAG = "settings";
const MAX_HISTORY = 50;
const PUBLISH_LOCK = 4_201_005;

/** Their defaults are never charged in place of the owner's values. */
const priceGroups: readonly SettingGroup[] = ["packages", "delivery"];

interface LoadedSettings {
  settings: Settings;
  /** Whether prices are those of the owner, or defaults that the owner has not changed. */
  isPriced: boolean;
}

type Form = z.output<typeof settingForm>;
type GroupRow = typeof settingGroupsTable.$inferSelect;
type Published = { values: Record<string, unknown> } & Pick<Form, "moved">;

/** Runs in the transaction of a publication. Throws to refuse it. */
export type PublishHook<Group extends SettingGroup> = (
  tx: Transaction,
  change: {
    before: Settings[Group];
    after: Settings[Group];
    moved: NonNullable<Form["moved"]>;
    /** The published values of all groups. */
    published: Settings;
  },
) => Promise<void>;

interface SettingsDeps extends Pick<Platform, "db" | "clock" | "keyedHash" | "changes"> {
  activity: Activity;
  images: Images;
}

/** Names the field by its whole path, such as `packages.1.title`. */
function parseValues<Group extends SettingGroup>(group: Group, values: unknown) {
  const parsed = settingGroups[group].safeParse(values);
  if (parsed.success) return parsed.data as Settings[Group];
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) fields[path.join(".") || "values"] ??= message;
  throw badInput(fields);
}

/** The owner's settings: published values in the database override the defaults of `site.config.ts`. */
export function createSettings({ db, clock, changes, activity, images, keyedHash }: SettingsDeps) {
  const hooks: { group: SettingGroup; run: PublishHook<SettingGroup> }[] = [];
  const previews = createPreviews({ clock, keyedHash });
  function beforePublish<Group extends SettingGroup>(group: Group, run: PublishHook<Group>) {
    hooks.push({ group, run: run as unknown as PublishHook<SettingGroup> });
  }

  /** Refuses a picture that belongs to another record: it would be deleted together with that record. */
  const requirePictures: PublishHook<"look"> = async (tx, { after: { accent: _, ...pictures } }) => {
    for (const [field, path] of Object.entries(pictures)) {
      const isKnown =
        path === null || (await tx.$count(settingPictures, arrayContains(settingPictures.images, [path])));
      if (!isKnown) throw badInput({ [field]: "Send the picture first." });
    }
  };
  beforePublish("look", requirePictures);

  /** Refuses links that would not be shown. Not in the schema: a stored text with such a link is still used. */
  const requireLinks: PublishHook<"legal"> = async (_tx, { after: { terms, privacy } }) => {
    for (const [field, text] of Object.entries({ terms, privacy })) {
      const bad = [...text.matchAll(TEXT_LINK)].find(([, , to]) => !isAllowedLink(to!))?.[0];
      if (bad) throw badInput({ [field]: `${bad} must link to a page of the shop, a web address, a mail or a phone.` });
    }
  };
  beforePublish("legal", requireLinks);

  const readRows = (tx: Database | Transaction = db) => tx.select().from(settingGroupsTable);

  const newestVersions = (tx: Database | Transaction, group: SettingGroup, limit: number) =>
    tx
      .select()
      .from(settingVersions)
      .where(eq(settingVersions.group, group))
      .orderBy(desc(settingVersions.version))
      .limit(limit);

  /** The published values, or the newest earlier ones that are still valid after an update. Undefined without any. */
  async function findUsable(tx: Database | Transaction, { group, values }: GroupRow) {
    if (!values || !problemWithStored(group, values)) return values;
    const versions = await newestVersions(tx, group, MAX_HISTORY);
    return versions.find((earlier) => !problemWithStored(group, earlier.values))?.values;
  }

  async function readAll(tx: Database | Transaction): Promise<LoadedSettings> {
    const rows = await readRows(tx);
    const usable = await Promise.all(rows.map(async (row) => [row.group, await findUsable(tx, row)] as const));
    const isPriced = usable.every(([group, values]) => values !== undefined || !priceGroups.includes(group));
    return { settings: toSettings(Object.fromEntries(usable)), isPriced };
  }

  const readLoaded = createCachedRead<LoadedSettings>(changes, SETTINGS_TAG, () => readAll(db), {
    settings: defaultSettings,
    isPriced: false,
  });
  const read = async () => (await readLoaded()).settings;

  function toState(
    group: SettingGroup,
    values: Record<string, unknown>,
    row: GroupRow | undefined,
    last?: { at: Date; by: string },
  ): SettingState {
    return {
      group,
      version: row?.version ?? 0,
      values,
      updatedAt: last?.at.toISOString() ?? null,
      updatedBy: last?.by ?? null,
      draft: row?.draft ?? null,
      problem: (row?.values && problemWithStored(group, row.values)) ?? null,
    };
  }

  async function lock(tx: Transaction, group: SettingGroup) {
    await tx.insert(settingGroupsTable).values({ group, version: 0 }).onConflictDoNothing();
    const [row] = await tx.select().from(settingGroupsTable).where(eq(settingGroupsTable.group, group)).for("update");
    return row!;
  }

  const publish = (group: SettingGroup, version: number, { values, moved = [] }: Published, by: string) =>
    db.transaction(async (tx) => {
      // One publication at a time, because hooks compare groups.
      await tx.execute(sql`select pg_advisory_xact_lock(${PUBLISH_LOCK})`);
      const row = await lock(tx, group);
      const { settings: published } = await readAll(tx);
      const before: Record<string, unknown> = published[group];
      if (row.version !== version)
        throw settingError("changed_meanwhile", { data: { current: toState(group, before, row) } });
      const after = parseValues(group, values) as Settings[SettingGroup];
      const change = { before: published[group], after, moved, published };
      for (const { run, ...hook } of hooks) if (hook.group === group) await run(tx, change);
      const next = { version: version + 1, values: after as Record<string, unknown>, draft: null };
      await tx.update(settingGroupsTable).set(next).where(eq(settingGroupsTable.group, group));
      const author = { by: await activity.nameOf(tx, by), userId: by, at: clock.now() };
      await tx.insert(settingVersions).values({ group, version: next.version, values: next.values, ...author });
      await activity.record(tx, {
        by,
        action: "updated",
        kind: "setting",
        recordId: null,
        title: `Settings: ${settingTitles[group]}`,
        before,
        after: { ...after, ...claimsToLog(after) },
      });
      await changes.drop(tx, [SETTINGS_TAG]);
      return toState(group, next.values, { group, ...next }, author);
    });

  return {
    read,

    /** For prices: refuses while only defaults are known that the owner may have changed. */
    async readForSale() {
      const { settings, isPriced } = await readLoaded();
      if (!isPriced) throw settingError("prices_unavailable", { headers: { "retry-after": "5" } });
      return settings;
    },

    beforePublish,

    async list() {
      const [rows, { settings }] = await Promise.all([readRows(), readAll(db)]);
      const latest = await db
        .selectDistinctOn([settingVersions.group])
        .from(settingVersions)
        .orderBy(settingVersions.group, desc(settingVersions.version));
      return settingGroupNames.map((group) => {
        const row = rows.find((one) => one.group === group);
        const last = latest.find((version) => version.group === group);
        return toState(group, settings[group], row, last);
      });
    },

    publish: (group: SettingGroup, { version, ...form }: Form, by: string) => publish(group, version, form, by),

    async saveDraft(group: SettingGroup, values: unknown) {
      const draft = parseValues(group, values) as Record<string, unknown>;
      await db
        .insert(settingGroupsTable)
        .values({ group, version: 0, draft })
        .onConflictDoUpdate({ target: settingGroupsTable.group, set: { draft } });
      return { preview: previews.urlFor(group) };
    },

    async discardDraft(group: SettingGroup) {
      await db.update(settingGroupsTable).set({ draft: null }).where(eq(settingGroupsTable.group, group));
    },

    /** The settings with the draft that a preview's link shows; undefined when the link is not valid any more. */
    async readPreview(token: string): Promise<Settings | undefined> {
      const group = previews.groupOf(token);
      if (!group) return undefined;
      const [rows, settings] = await Promise.all([readRows(), read()]);
      const draft = rows.find((row) => row.group === group)?.draft;
      return draft ? { ...settings, [group]: toSettings({ [group]: draft })[group] } : settings;
    },

    async history(group: SettingGroup): Promise<SettingChange[]> {
      const rows = await newestVersions(db, group, MAX_HISTORY + 1);
      return rows.slice(0, MAX_HISTORY).map(({ version, at, by, values }, index) => ({
        version,
        at: at.toISOString(),
        by,
        changes: activity.describeChanges(rows[index + 1]?.values ?? { ...defaultSettings[group] }, values),
      }));
    },

    /** Publishes an earlier version again. Version 0 stands for the defaults. */
    async revert(group: SettingGroup, { version, to }: { version: number; to: number }, by: string) {
      const isEarlier = and(eq(settingVersions.group, group), eq(settingVersions.version, to));
      const [earlier] = await db.select().from(settingVersions).where(isEarlier);
      if (to > 0 && !earlier) throw settingError("setting_version_not_found");
      return publish(group, version, { values: earlier?.values ?? { ...defaultSettings[group] } }, by);
    },

    async addPicture(pictures: PreparedImage[]) {
      const [picture] = pictures;
      if (!picture || pictures.length > 1) throw badInput({ picture: "Send one picture." });
      return images.saveWith(pictures, async (tx) => {
        await tx.insert(settingPictures).values({ id: randomUUIDv7(), images: [picture.path], createdAt: clock.now() });
        return { path: picture.path };
      });
    },

    async anonymiseAuthor(tx: Transaction, { id, email }: { id: string; email: string }) {
      const by = "Deleted account";
      await tx.update(settingVersions).set({ by }).where(eq(settingVersions.userId, id));
      await tx.update(sealedSettings).set({ updatedBy: by }).where(eq(sealedSettings.updatedBy, email));
    },
  };
}
export type SettingsService = ReturnType<typeof createSettings>;
