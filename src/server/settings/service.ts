import { randomUUIDv7 } from "node:crypto";
import { and, arrayContains, desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { defaultSettings } from "../../../site.config.ts";
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
import { type Clock, HOUR_MS } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { ChangeEvents } from "../platform/events.ts";
import { badInput } from "../platform/http/errors.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";
import { settingError } from "./errors.ts";
import { settingGroupsTable, settingPictures, settingVersions } from "./setting-table.ts";

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
function createPreviews({ clock, keyedHash }: { clock: Clock; keyedHash: KeyedHash }) {
  return {
    urlFor(group: SettingGroup) {
      const until = `${clock.now().getTime() + LIFETIME_MS}`;
      return `${pages[group]}?preview=${group}.${until}.${keyedHash("settings-preview", group, until)}`;
    },
    groupOf(token: string): SettingGroup | undefined {
      const [group = "", until = "", signature = ""] = token.split(".");
      if (!keyedHash.matches(signature, "settings-preview", group, until)) return undefined;
      if (Number(until) < clock.now().getTime()) return undefined;
      return settingGroupNames.find((name) => name === group);
    },
  };
}

/** Cache tag of everything that shows a setting. */
export const SETTINGS_TAG = "settings";
const MAX_HISTORY = 50;

type Form = z.output<typeof settingForm>;
type GroupRow = typeof settingGroupsTable.$inferSelect;
type Published = { values: Record<string, unknown> } & Pick<Form, "moved">;

/** Runs in the transaction of a publication. Throws to refuse it. */
export type PublishHook<Group extends SettingGroup> = (
  tx: Transaction,
  change: { before: Settings[Group]; after: Settings[Group]; moved: NonNullable<Form["moved"]> },
) => Promise<void>;

interface SettingsDeps {
  db: Database;
  clock: Clock;
  changes: ChangeEvents;
  activity: Activity;
  images: Images;
  keyedHash: KeyedHash;
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
  let cached: Promise<Settings> | undefined;
  /** Fallback while the database is unreachable. */
  let lastRead = defaultSettings;

  changes.subscribe((tags) => {
    if (tags === "everything" || tags.includes(SETTINGS_TAG)) cached = undefined;
  });

  /** Refuses a picture that belongs to another record: it would be deleted together with that record. */
  const requirePictures: PublishHook<"look"> = async (tx, { after: { accent: _, ...pictures } }) => {
    for (const [field, path] of Object.entries(pictures)) {
      const isKnown =
        path === null || (await tx.$count(settingPictures, arrayContains(settingPictures.images, [path])));
      if (!isKnown) throw badInput({ [field]: "Send the picture first." });
    }
  };
  hooks.push({ group: "look", run: requirePictures as unknown as PublishHook<SettingGroup> });

  const readRows = (tx: Database | Transaction = db) => tx.select().from(settingGroupsTable);

  async function load() {
    const rows = await readRows();
    lastRead = toSettings(Object.fromEntries(rows.map(({ group, values }) => [group, values])));
    return lastRead;
  }

  /** Cached in this process until a change is published by any process. */
  async function read(): Promise<Settings> {
    try {
      if (!changes.isListening()) return await load();
      cached ??= load();
      return await cached;
    } catch {
      cached = undefined;
      return lastRead;
    }
  }

  const valuesOf = (group: SettingGroup, row: GroupRow | undefined) =>
    toSettings({ [group]: row?.values })[group] as Record<string, unknown>;

  function toState(group: SettingGroup, row: GroupRow | undefined, last?: { at: Date; by: string }): SettingState {
    return {
      group,
      version: row?.version ?? 0,
      values: valuesOf(group, row),
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
      const row = await lock(tx, group);
      const before = valuesOf(group, row);
      if (row.version !== version) throw settingError("changed_meanwhile", { data: { current: toState(group, row) } });
      const after = parseValues(group, values) as Settings[SettingGroup];
      const change = { before: before as Settings[SettingGroup], after, moved };
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
        after,
      });
      await changes.drop(tx, [SETTINGS_TAG]);
      return toState(group, { group, ...next }, author);
    });

  return {
    read,

    beforePublish<Group extends SettingGroup>(group: Group, run: PublishHook<Group>) {
      hooks.push({ group, run: run as unknown as PublishHook<SettingGroup> });
    },

    async list() {
      const rows = await readRows();
      const latest = await db
        .selectDistinctOn([settingVersions.group])
        .from(settingVersions)
        .orderBy(settingVersions.group, desc(settingVersions.version));
      return settingGroupNames.map((group) =>
        toState(
          group,
          rows.find((row) => row.group === group),
          latest.find((version) => version.group === group),
        ),
      );
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
      const rows = await readRows();
      const shown = rows.map((row) => [row.group, row.group === group ? (row.draft ?? row.values) : row.values]);
      return toSettings(Object.fromEntries(shown));
    },

    async history(group: SettingGroup): Promise<SettingChange[]> {
      const rows = await db
        .select()
        .from(settingVersions)
        .where(eq(settingVersions.group, group))
        .orderBy(desc(settingVersions.version))
        .limit(MAX_HISTORY + 1);
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

    async anonymiseAuthor(tx: Transaction, userId: string) {
      await tx.update(settingVersions).set({ by: "Deleted account" }).where(eq(settingVersions.userId, userId));
    },
  };
}
export type SettingsService = ReturnType<typeof createSettings>;
