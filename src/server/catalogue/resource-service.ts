import { randomUUIDv7 } from "node:crypto";
import { count, desc, eq, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { ActivityAction } from "../../contracts/activity-kinds.ts";
import { SENT_IMAGE } from "../../contracts/image-path.ts";
import { type SearchQuery, toLimitOffset } from "../../contracts/list.ts";
import type { Activity } from "../activity/service.ts";
import type { Images, PreparedImage } from "../images/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { createKeptCounts } from "../platform/database/kept-counts.ts";
import type { Changes } from "../platform/events/change-events.ts";
import { badInput } from "../platform/http/errors.ts";
import { catalogueError } from "./errors.ts";
import { createFinder } from "./find-records.ts";
import { type Resource, type ResourceForm, type ResourceTable, type Viewer, whereIn } from "./resource.ts";
import { wantedIn } from "./search.ts";
import { numberTag, tagsOfChange } from "./tags.ts";

export interface ResourceDeps {
  db: Database;
  images: Images;
  activity: Activity;
  changes: Changes;
  clock: Clock;
}

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
>(resource: Resource<T, Item, Query, Form>, { db, images, activity, changes, clock }: ResourceDeps) {
  type Row = InferSelectModel<T>;
  type KnownRow = { id: string; images: string[]; version: number };
  // Drizzle cannot follow a table that is a type parameter; the resource's own types hold at this module's edge.
  const table: ResourceTable = resource.table;
  const toItem = (row: object, viewer: Viewer) => resource.toItem(row as Row, viewer);

  const named = db
    .select()
    .from(table)
    .where(sql`${table.id} = any(${sql.placeholder("ids")}::uuid[])`)
    .prepare(`named${resource.path}`);

  const finder = createFinder({
    db,
    changes,
    table,
    path: resource.path,
    placedBy: resource.placedBy ?? [],
    readNamed: (ids) => named.execute({ ids }) as Promise<KnownRow[]>,
    toJson: (row) => JSON.stringify(resource.item.parse(toItem(row, "public"))),
  });
  function searchIn(query: Query) {
    const place = resource.within?.(query);
    const wanted = wantedIn(query.q);
    return wanted && place !== "nowhere" ? { place, wanted, ...toLimitOffset(query) } : undefined;
  }

  const kept = createKeptCounts<number>({ changes, tag: numberTag(resource.path) });
  function countAll(where: SQL | undefined) {
    const counting = db.select({ total: count() }).from(table).where(where);
    return kept(JSON.stringify(counting.toSQL()), async () => {
      const [counted] = await counting;
      const number = counted?.total ?? 0;
      return { value: number, number };
    });
  }

  const missing = () => resource.notFound();
  const matching = (id: string) => {
    if (!isUuid(id)) throw missing();
    return eq(table.id, id);
  };

  /** Sent pictures stand where `order` leaves a place for them, the others at the end. */
  function checkedImages(order: string[], added: PreparedImage[]) {
    const sent = added.map((image) => image.path);
    const all = order.flatMap((path) => (path === SENT_IMAGE ? sent.splice(0, 1) : path)).concat(sent);
    if (all.length <= resource.maxImages) return all;
    const most = resource.maxImages === 1 ? "only one picture" : `at most ${resource.maxImages} pictures`;
    throw badInput({ [resource.imageField]: `A ${resource.name} can have ${most}.` });
  }

  async function lock(tx: Transaction, id: string) {
    const [row] = await tx.select().from(table).where(matching(id)).for("update");
    if (!row) throw missing();
    return row as KnownRow;
  }

  /** A form that was filled from an older version overwrites nothing; its sender gets to see both. */
  function checkVersion({ version }: ResourceForm, before: KnownRow) {
    if (version === undefined || version === before.version) return;
    throw catalogueError("changed_meanwhile", {
      message: `This ${resource.name} was changed since you opened it. Nothing was saved.`,
      data: { current: toItem(before, "owner") },
    });
  }

  /** Writes down a change and tells of it, in its own transaction. What only the owner sees is a secret. */
  async function note(
    tx: Transaction,
    by: string,
    action: ActivityAction,
    states: { before?: object; after?: object },
  ) {
    const row = (states.after ?? states.before) as KnownRow;
    await changes.tell(tx, tagsOfChange(resource.path, [row.id]));
    const item = toItem(row, "owner");
    const shown = toItem(row, "public");
    await activity.record(tx, {
      by,
      action,
      kind: resource.name,
      recordId: row.id,
      title: resource.titleOf(item),
      before: states.before && toItem(states.before, "owner"),
      after: states.after && item,
      secrets: Object.keys(item).filter((field) => !(field in shown)),
    });
  }

  const insertRows = (tx: Transaction, records: NewRecord<Form>[]) =>
    tx
      .insert(table)
      .values(records.map(({ form, ...rest }) => ({ ...resource.columns(form), ...rest, id: randomUUIDv7() })))
      .returning();

  return {
    async list(query: Query, viewer: Viewer) {
      const place = resource.within?.(query);
      if (place === "nowhere") return { items: [], total: 0 };
      const search = searchIn(query);
      if (search) {
        const { rows, total } = await finder.rows(search);
        return { items: rows.map((row) => toItem(row, viewer)), total };
      }
      const { limit, offset } = toLimitOffset(query);
      const where = whereIn(table, place);
      const [rows, total] = await Promise.all([
        db.select().from(table).where(where).orderBy(desc(table.createdAt), desc(table.id)).limit(limit).offset(offset),
        countAll(where),
      ]);
      return { items: rows.map((row) => toItem(row, viewer)), total };
    },

    searchedInMemory: finder.inMemory,

    /** What was searched for as it is sent to everyone, where memory knows it; nothing where the list has to be asked for. */
    async foundInMemory(query: Query) {
      const search = searchIn(query);
      return search && finder.json(search);
    },

    /** The ids of the newest records: enough to link to them, without reading them whole. */
    async newest(limit: number) {
      const rows = await db
        .select({ id: table.id })
        .from(table)
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(limit);
      return rows.map((row) => String(row.id));
    },

    async find(id: string, viewer: Viewer) {
      const [row] = await db.select().from(table).where(matching(id));
      if (!row) throw missing();
      return toItem(row, viewer);
    },

    /** Those of the named records that exist, by their id, in one query; what can be no id is not asked for. */
    async findMany(ids: Iterable<string>, viewer: Viewer) {
      const possible = [...new Set(ids)].filter(isUuid);
      const rows = possible.length > 0 ? await named.execute({ ids: possible }) : [];
      return new Map(rows.map((row) => [String(row.id), toItem(row, viewer)]));
    },

    /** Writes new records whose pictures the running transaction has claimed. */
    async insert(tx: Transaction, records: NewRecord<Form>[]) {
      await changes.tell(tx, tagsOfChange(resource.path, []));
      return (await insertRows(tx, records)).map((row) => toItem(row, "owner"));
    },

    async create(form: Form, added: PreparedImage[], by: string) {
      const record = { form, images: checkedImages([], added), createdAt: clock.now() };
      return images.saveWith(added, async (tx) => {
        const [row] = await insertRows(tx, [record]);
        await note(tx, by, "created", { after: row! });
        return toItem(row!, "owner");
      });
    },

    /** New pictures replace the old ones; `keepImages` keeps the named ones, in that order, before the new. */
    async update(id: string, form: Form, added: PreparedImage[], by: string) {
      return images.saveWith(added, async (tx, letGo) => {
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
          .set({ ...resource.columns(form, before as unknown as Row), images: paths, version: before.version + 1 })
          .where(matching(id))
          .returning();
        await letGo(before.images.filter((path) => !kept.includes(path)));
        await note(tx, by, "updated", { before, after: row! });
        return toItem(row!, "owner");
      });
    },

    async remove(id: string, by: string) {
      await images.saveWith([], async (tx, letGo) => {
        const before = await lock(tx, id);
        await tx.delete(table).where(matching(id));
        await letGo(before.images);
        await note(tx, by, "deleted", { before });
      });
    },
  };
}
export type ResourceService = ReturnType<
  typeof createResourceService<ResourceTable, object, SearchQuery, ResourceForm>
>;
