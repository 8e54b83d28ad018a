import { randomUUIDv7 } from "node:crypto";
import { and, eq, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { ActivityAction } from "../../contracts/activity/activity-rules.ts";
import { SENT_IMAGE } from "../../contracts/catalogue/image-rules.ts";
import { claimsToLog } from "../../contracts/claims-rules.ts";
import { type SearchQuery, toLimitOffset } from "../../contracts/list.ts";
import type { Activity } from "../activity/service.ts";
import type { Images, PreparedImage } from "../images/service.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { given, statement } from "../platform/database/statement.ts";
import { badInput } from "../platform/http/errors.ts";
import type { Platform } from "../platform/platform.ts";
import type { SettingsService } from "../settings/service.ts";
import { catalogueError } from "./errors.ts";
import {
  filterWhere,
  idsIn,
  type Matching,
  orderBy,
  type Resource,
  type ResourceForm,
  type ResourceTable,
  type Sorting,
  seesDrafts,
  toColumns,
  type Viewer,
  visibleTo,
} from "./resource.ts";
import { createSearch } from "./search.ts";
import { toSearchTerm } from "./search-text.ts";
import { editTags, recordTag } from "./tags.ts";

export interface ResourceDeps extends Pick<Platform, "db" | "clock" | "changes"> {
  images: Images;
  activity: Activity;
  settings: SettingsService;
}

/** References to a record. `open` counts those that still prevent its deletion; 0 means past references only. */
export interface References {
  open: number;
}

/** The references to these records, by id; unreferenced records are missing. Call it before locking the records. */
export type FindReferences = (tx: Transaction, ids: string[]) => Promise<Map<string, References>>;

/** Soft delete: the record is hidden from every list, but records that refer to it still show its name. */
export const archivedColumns = ({ version }: { version: number }) => ({
  archived: true,
  published: false,
  images: [],
  version: version + 1,
});

const inUse = (name: string, { open }: References) =>
  catalogueError("has_sessions", {
    message: `${name} has ${open === 1 ? "1 session" : `${open} sessions`} to come. Give ${open === 1 ? "it" : "them"} to another expert or cancel ${open === 1 ? "it" : "them"} first.`,
  });

interface NewRecord<Form> {
  form: Form;
  images: string[];
  createdAt: Date;
}

export function createResourceService<
  T extends ResourceTable,
  Item extends object,
  Query extends SearchQuery,
  Form extends ResourceForm,
>(
  resource: Resource<T, Item, Query, Form>,
  { db, images, activity, changes, clock, settings, matching: readMatching }: ResourceDeps & { matching: Matching },
  findReferences?: FindReferences,
) {
  type Row = InferSelectModel<T>;
  type KnownRow = { id: string; images: string[]; version: number; published: boolean };
  // Drizzle cannot infer columns of a generic table; types are checked where the resource is declared.
  const table: ResourceTable = resource.table;
  const toItem = (row: object, viewer: Viewer) => resource.toItem(row as Row, viewer);

  const whereVisible = (viewer: Viewer) => filterWhere(table, visibleTo(viewer, resource));

  /** Excludes archived records, which nobody sees. */
  const isCurrent = whereVisible("owner");

  const selectByIds = statement(`by-ids${resource.path}`, (connection) =>
    connection
      .select()
      .from(table)
      .where(
        sql`${table.id} = any(${given("ids")}::uuid[])
          and (${table.published} or ${given("seesDrafts")}::boolean)
          ${resource.hasArchive ? sql`and ${isCurrent}` : sql``}`,
      ),
  );

  const search = createSearch(db, table, (q) => readMatching(q, resource.name));

  async function filterFor(query: Query, viewer: Viewer) {
    const filter = resource.filterFor?.(query, await settings.read());
    return filter === "nothing" ? filter : { ...filter, ...visibleTo(viewer, resource) };
  }

  async function readPage(where: SQL | undefined, sorting: Sorting | undefined, limit: number, offset: number) {
    const [rows, total] = await Promise.all([
      db
        .select()
        .from(table)
        .where(where)
        .orderBy(...orderBy(table, sorting))
        .limit(limit)
        .offset(offset),
      db.$count(table, where),
    ]);
    return { rows, total };
  }

  async function findMany(ids: Iterable<string>, viewer: Viewer, from: Database | Transaction = db) {
    const possible = [...new Set(ids)].filter(isUuid);
    const rows = possible.length > 0 ? await selectByIds(from, { ids: possible, seesDrafts: seesDrafts(viewer) }) : [];
    return new Map(rows.map((row) => [String(row.id), toItem(row, viewer)]));
  }

  const notFound = () => catalogueError(`${resource.name}_not_found`);

  const matching = (id: string) => {
    if (!isUuid(id)) throw notFound();
    return eq(table.id, id);
  };

  /** Uploaded pictures take the places that `order` marks with `SENT_IMAGE`; the rest are appended. */
  function checkedImages(order: string[], added: PreparedImage[]) {
    const sent = added.map((image) => image.path);
    const all = order.flatMap((path) => (path === SENT_IMAGE ? sent.splice(0, 1) : path)).concat(sent);
    if (all.length <= resource.maxImages) return all;
    const most = resource.maxImages === 1 ? "only one picture" : `at most ${resource.maxImages} pictures`;
    throw badInput({ [resource.imageField]: `A ${resource.name} can have ${most}.` });
  }

  async function lock(tx: Transaction, id: string) {
    const [row] = await tx
      .select()
      .from(table)
      .where(and(matching(id), isCurrent))
      .for("update");
    if (!row) throw notFound();
    return row as KnownRow;
  }

  /** Optimistic locking: a form filled from an older version is refused with the current record. */
  function checkVersion({ version }: ResourceForm, before: KnownRow) {
    if (version === undefined || version === before.version) return;
    throw catalogueError("changed_meanwhile", {
      message: `This ${resource.name} was changed since you opened it. Nothing was saved.`,
      data: { current: toItem(before, "owner") },
    });
  }

  /** Logs a change, with published claims, and invalidates caches in the same transaction. Masks what only the owner sees. */
  async function recordChange(
    tx: Transaction,
    by: string,
    action: ActivityAction,
    states: { before?: object; after?: object },
  ) {
    const row = (states.after ?? states.before) as KnownRow;
    await changes.drop(tx, editTags(resource.path, [row.id]));
    const item = toItem(row, "owner");
    const shown = toItem(row, "public");
    await activity.record(tx, {
      by,
      action,
      kind: resource.name,
      recordId: row.id,
      title: resource.titleOf(item),
      before: states.before && toItem(states.before, "owner"),
      after: states.after && { ...item, ...(row.published && claimsToLog(shown)) },
      secrets: Object.keys(item).filter((field) => !(field in shown) && field !== "taxClass"),
    });
  }

  const insertRows = (tx: Transaction, records: NewRecord<Form>[]) =>
    tx
      .insert(table)
      .values(records.map(({ form, ...rest }) => ({ ...toColumns(resource, form), ...rest, id: randomUUIDv7() })))
      .returning();

  return {
    async list(query: Query, viewer: Viewer) {
      const ids = idsIn(query);
      if (ids.length > 0) {
        const found = await findMany(ids, viewer);
        const items = ids.flatMap((id) => found.get(id) ?? []);
        return { items, total: items.length };
      }
      const filter = await filterFor(query, viewer);
      if (filter === "nothing") return { items: [], total: 0 };
      const { limit, offset } = toLimitOffset(query);
      const term = toSearchTerm(query.q);
      const { sort, match } = query;
      const sorting = sort && resource.sorts?.[sort];
      const conditions = resource.conditionsFor?.(query, await settings.read());
      const found = term
        ? await search({ term, filter, conditions, sort, sorting, match, limit, offset })
        : await readPage(and(filterWhere(table, filter), conditions), sorting, limit, offset);
      return { items: found.rows.map((row) => toItem(row, viewer)), total: found.total };
    },

    async newest(limit: number) {
      const rows = await db
        .select({ id: table.id })
        .from(table)
        .where(whereVisible("public"))
        .orderBy(...orderBy(table, undefined))
        .limit(limit);
      return rows.map((row) => String(row.id));
    },

    async find(id: string, viewer: Viewer) {
      const [row] = await db
        .select()
        .from(table)
        .where(and(matching(id), whereVisible(viewer)));
      if (!row) throw notFound();
      return toItem(row, viewer);
    },

    findMany,

    async insert(tx: Transaction, records: NewRecord<Form>[]) {
      await changes.drop(tx, editTags(resource.path, []));
      return (await insertRows(tx, records)).map((row) => toItem(row, "owner"));
    },

    async create(form: Form, added: PreparedImage[], by: string) {
      const record = { form, images: checkedImages([], added), createdAt: clock.now() };
      return images.saveWith(added, async (tx) => {
        const [row] = await insertRows(tx, [record]);
        await recordChange(tx, by, "created", { after: row! });
        return toItem(row!, "owner");
      });
    },

    /** New pictures replace the old ones; `keepImages` keeps those it lists, in that order. */
    async update(id: string, form: Form, added: PreparedImage[], by: string) {
      return images.saveWith(added, async (tx, releaseImages) => {
        const before = await lock(tx, id);
        checkVersion(form, before);
        const order = form.keepImages ?? (added.length > 0 ? [] : before.images);
        const kept = order.filter((path) => path !== SENT_IMAGE);
        if (new Set(kept).size < kept.length || kept.some((path) => !before.images.includes(path))) {
          throw badInput({ keepImages: `These are not all pictures of this ${resource.name}.` });
        }
        const paths = checkedImages(order, added);
        const [row] = await tx
          .update(table)
          .set({
            ...toColumns(resource, form, before as unknown as Row & KnownRow),
            images: paths,
            version: before.version + 1,
          })
          .where(matching(id))
          .returning();
        await releaseImages(before.images.filter((path) => !kept.includes(path)));
        await recordChange(tx, by, "updated", { before, after: row! });
        return toItem(row!, "owner");
      });
    },

    tagOf: (id: string) => recordTag(resource.path, id),

    /** Adds to the rating and drops what shows it. The row lock keeps parallel changes exact. Articles have none. */
    async changeRating(tx: Transaction, id: string, { stars, count }: { stars: number; count: number }) {
      const added = sql`rating_sum = rating_sum + ${stars}, rating_count = rating_count + ${count}`;
      if (count !== 0 || stars !== 0) await tx.execute(sql`update ${table} set ${added} where id = ${id}`);
      await changes.drop(tx, editTags(resource.path, [id]));
    },

    async remove(id: string, by: string) {
      await images.saveWith([], async (tx, releaseImages) => {
        matching(id);
        const references = (await findReferences?.(tx, [id]))?.get(id);
        const before = await lock(tx, id);
        if (references && references.open > 0) throw inUse(resource.titleOf(toItem(before, "owner")), references);
        if (references) await tx.update(table).set(archivedColumns(before)).where(matching(id));
        else await tx.delete(table).where(matching(id));
        await releaseImages(before.images);
        await recordChange(tx, by, "deleted", { before });
      });
    },
  };
}
export type ResourceService = ReturnType<
  typeof createResourceService<ResourceTable, object, SearchQuery, ResourceForm>
>;
