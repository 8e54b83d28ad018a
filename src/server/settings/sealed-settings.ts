import { eq } from "drizzle-orm";
import type { SealedState, SealedValues } from "../../contracts/settings/sealed-settings.ts";
import { type SealedGroup, sealedGroups, sealedTitles, secretFields } from "../../contracts/settings/settings-rules.ts";
import type { Activity } from "../activity/service.ts";
import { createCachedRead } from "../platform/cached-read.ts";
import type { Database } from "../platform/database/database.ts";
import { isNotFound } from "../platform/files/file-store.ts";
import { badInput } from "../platform/http/errors.ts";
import type { Platform } from "../platform/platform.ts";
import { createSecretBox, readOrCreateSecret, readSecret } from "../platform/secrets.ts";
import { settingError } from "./errors.ts";
import { sealedSettings } from "./sealed-setting-table.ts";
import { SETTINGS_TAG } from "./service.ts";

const MIN_SHOWN_LENGTH = 12;
const SHOWN_LENGTH = 4;

type Values = Partial<Record<string, string | number>>;

/** A problem: there are values, but unreadable ones. */
interface Opened<V = Values> {
  row?: typeof sealedSettings.$inferSelect;
  values?: V;
  problem?: string;
}
type AllOpened = { [G in SealedGroup]: Opened<SealedValues[G]> };

const problemOf = (group: SealedGroup, reason: string) =>
  `The stored values of “${sealedTitles[group]}” are not used, because the file settings.key in DATA_DIR ${reason}. Put back the copy that you keep beside your backups, or delete the file and type the values again at /admin/settings/${group}.`;

/** Never creates the key: a new one would hide that the old one is lost. */
function open(row: typeof sealedSettings.$inferSelect, keyFile: string): Opened {
  // Removed values leave a row with the version.
  if (!row.sealed) return { row };
  const unreadable = (reason: string) => ({ row, problem: problemOf(row.group, reason) });
  let secret: string | undefined;
  try {
    secret = readSecret(keyFile);
  } catch (error) {
    return unreadable(isNotFound(error) ? "is missing" : "cannot be read");
  }
  if (!secret) return unreadable("is damaged");
  const plain = createSecretBox(secret).open(row.sealed, row.group)?.toString();
  return plain ? { row, values: JSON.parse(plain) } : unreadable("is not the one that they were encrypted with");
}

/** Also for commands: creates and changes nothing. */
export async function openSealedSettings(db: Database, keyFile: string) {
  const rows = await db.select().from(sealedSettings);
  const opened = Object.fromEntries(rows.map((row) => [row.group, open(row, keyFile)]));
  return { payments: {}, mail: {}, ...opened } as AllOpened;
}

/** Without one, mails are written to files. While its values are unreadable, mails wait. */
export const hasMailServer = ({ smtpUrl }: { smtpUrl?: string | undefined }, { values, problem }: Opened<unknown>) =>
  Boolean(smtpUrl ?? values ?? problem);

export function toSmtpUrl({ host, port, security, user, password }: SealedValues["mail"]) {
  const login = user && `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const suffix = security === "starttls" ? "?requireTLS=true" : "";
  return `${security === "tls" ? "smtps" : "smtp"}://${login}${host}:${port}${suffix}`;
}

interface SealedSettingsDeps extends Pick<Platform, "db" | "clock" | "changes"> {
  activity: Activity;
  keyFile: string;
  /** What environment variables set. It wins. */
  environment: Partial<Record<SealedGroup, Values | undefined>>;
}

/** Keys and passwords that the owner types in the browser. They have no history, no draft and no preview. */
export function createSealedSettings({ db, clock, changes, activity, keyFile, environment }: SealedSettingsDeps) {
  const load = () => openSealedSettings(db, keyFile);
  const notRead = { problem: "The settings could not be read yet." };

  function toState(group: SealedGroup, { row, values, problem }: Opened): SealedState {
    const fixed = environment[group];
    const shown = { ...(fixed ?? values) } as SealedState["values"];
    const secrets: SealedState["secrets"] = {};
    for (const name of secretFields[group]) {
      const secret = String(shown[name] ?? "");
      const end = secret.length < MIN_SHOWN_LENGTH ? "" : secret.slice(-SHOWN_LENGTH);
      secrets[name] = secret ? end : null;
      delete shown[name];
    }
    return {
      group,
      version: row?.version ?? 0,
      source: fixed ? "environment" : values ? "settings" : "none",
      values: shown,
      secrets,
      updatedAt: row?.updatedAt.toISOString() ?? null,
      updatedBy: row?.updatedBy ?? null,
      problem: (!fixed && problem) || null,
    };
  }

  async function loadFree(group: SealedGroup): Promise<Opened> {
    if (environment[group]) throw settingError("set_on_server");
    return (await load())[group];
  }

  function seal(group: SealedGroup, values: Values) {
    const secret = readOrCreateSecret(keyFile);
    if (!secret) throw settingError("settings_key_damaged", { message: problemOf(group, "is damaged") });
    return createSecretBox(secret).seal(Buffer.from(JSON.stringify(values)), group);
  }

  return {
    read: createCachedRead<AllOpened>(changes, SETTINGS_TAG, load, { payments: notRead, mail: notRead }),

    async list() {
      const opened = await load();
      return sealedGroups.map((group) => toState(group, opened[group]));
    },

    /** The typed values, with stored secrets where none was typed. A stored password never goes to another server. */
    async complete(group: SealedGroup, typed: Values) {
      const { values: stored = {} } = await loadFree(group);
      const isElsewhere = ["host", "port", "security", "user"].some((name) => typed[name] !== stored[name]);
      const values = { ...typed };
      const missing: Record<string, string> = {};
      for (const name of secretFields[group]) {
        if (values[name] || (name === "password" && !values.user)) continue;
        if (name !== "password" || !isElsewhere) values[name] = stored[name];
        if (!values[name]) missing[name] = stored[name] ? "Type it again for the changed server." : "This is required.";
      }
      if (Object.keys(missing).length > 0) throw badInput(missing);
      return values;
    },

    /** Undefined values remove the group. Optimistic locking by the version. */
    async save(group: SealedGroup, version: number, values: Values | undefined, by: string) {
      const before = await loadFree(group);
      await db.transaction(async (tx) => {
        const next = {
          version: version + 1,
          sealed: values ? seal(group, values) : "",
          updatedAt: clock.now(),
          updatedBy: await activity.nameOf(tx, by),
        };
        const { rowCount } = await tx
          .insert(sealedSettings)
          .values({ group, ...next })
          .onConflictDoUpdate({
            target: sealedSettings.group,
            set: next,
            setWhere: eq(sealedSettings.version, version),
          });
        if (rowCount !== 1) throw settingError("changed_meanwhile", { data: { current: toState(group, before) } });
        await activity.record(tx, {
          by,
          action: "updated",
          kind: "setting",
          recordId: null,
          title: `Settings: ${sealedTitles[group]}`,
          before: before.values,
          after: values,
          secrets: Object.keys({ ...before.values, ...values }),
        });
        await changes.drop(tx, [SETTINGS_TAG]);
      });
      return toState(group, (await load())[group]);
    },
  };
}
export type SealedSettings = ReturnType<typeof createSealedSettings>;
