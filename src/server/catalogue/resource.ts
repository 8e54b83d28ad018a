import { randomUUIDv7 } from "node:crypto";
import { count, desc, eq, type InferInsertModel, type InferSelectModel, inArray, type SQL } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { type ListQuery, rowsOf } from "../../contracts/list.ts";
import type { Images, PreparedImage } from "../images/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, Transaction } from "../platform/database.ts";
import { badInput, type ProblemCode, ShopError } from "../platform/errors.ts";

/** A table of the catalogue: whatever else it has, it has these. */
export type ResourceTable = PgTable & { id: AnyPgColumn; images: AnyPgColumn; createdAt: AnyPgColumn };
export interface ResourceForm {
  keepImages?: string[] | undefined;
}

/** Whom a record is shown to: some of what the owner sees is nobody else's business. */
export type Viewer = "public" | "owner";

/** What one kind of record brings; listing, paging, saving with pictures and deleting are the same for all. */
export interface Resource<
  T extends ResourceTable = ResourceTable,
  Item extends object = object,
  Query extends ListQuery = ListQuery,
  Form extends ResourceForm = ResourceForm,
> {
  /** Singular, as people say it: `product`. */
  name: string;
  path: string;
  notFound: ProblemCode;
  imageField: string;
  maxImages: number;
  table: T;
  item: z.ZodType<Item>;
  query: z.ZodType<Query>;
  form: z.ZodType<Form>;
  where(query: Query): SQL | undefined;
  columns(form: Form): Omit<InferInsertModel<T>, "id" | "images" | "createdAt">;
  toItem(row: InferSelectModel<T>, viewer: Viewer): Item;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Deps {
  db: Database;
  images: Images;
  clock: Clock;
}

export function createResourceService<
  T extends ResourceTable,
  Item extends object,
  Query extends ListQuery,
  Form extends ResourceForm,
>(resource: Resource<T, Item, Query, Form>, { db, images, clock }: Deps) {
  // Drizzle cannot follow a table that is a type parameter; the resource's own types hold at this module's edge.
  const table: ResourceTable = resource.table;
  const toItem = (row: Record<string, unknown>, viewer: Viewer) => resource.toItem(row as InferSelectModel<T>, viewer);

  const missing = () => new ShopError(resource.notFound);
  const matching = (id: string) => {
    if (!UUID.test(id)) throw missing();
    return eq(table.id, id);
  };

  function checkedImages(kept: string[], added: PreparedImage[]) {
    const all = [...kept, ...added.map((image) => image.path)];
    if (all.length <= resource.maxImages) return all;
    const most = resource.maxImages === 1 ? "only one picture" : `at most ${resource.maxImages} pictures`;
    throw badInput({ [resource.imageField]: `A ${resource.name} can have ${most}.` });
  }

  async function lock(tx: Transaction, id: string) {
    const [row] = await tx.select().from(table).where(matching(id)).for("update");
    if (!row) throw missing();
    return row as { images: string[] };
  }

  return {
    async list(query: Query, viewer: Viewer) {
      const where = resource.where(query);
      const { limit, offset } = rowsOf(query);
      const [rows, [counted]] = await Promise.all([
        db.select().from(table).where(where).orderBy(desc(table.createdAt), desc(table.id)).limit(limit).offset(offset),
        db.select({ total: count() }).from(table).where(where),
      ]);
      return { items: rows.map((row) => toItem(row, viewer)), total: counted?.total ?? 0 };
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
      const possible = [...new Set(ids)].filter((id) => UUID.test(id));
      const rows = possible.length > 0 ? await db.select().from(table).where(inArray(table.id, possible)) : [];
      return new Map(rows.map((row) => [String(row.id), toItem(row, viewer)]));
    },

    /** Writes new records whose pictures the running transaction has claimed. */
    async insert(tx: Transaction, records: { form: Form; images: string[]; createdAt: Date }[]) {
      const rows = records.map(({ form, ...rest }) => ({ ...resource.columns(form), ...rest, id: randomUUIDv7() }));
      return (await tx.insert(table).values(rows).returning()).map((row) => toItem(row, "owner"));
    },

    async create(form: Form, added: PreparedImage[]) {
      const record = { form, images: checkedImages([], added), createdAt: clock.now() };
      const [item] = await images.saveWith(added, (tx) => this.insert(tx, [record]));
      return item!;
    },

    /** New pictures replace the old ones; `keepImages` keeps the named ones, in that order, before the new. */
    async update(id: string, form: Form, added: PreparedImage[]) {
      return images.saveWith(added, async (tx, letGo) => {
        const before = await lock(tx, id);
        const kept = form.keepImages ?? (added.length > 0 ? [] : before.images);
        if (new Set(kept).size < kept.length || kept.some((path) => !before.images.includes(path))) {
          throw badInput({ keepImages: `These are not all pictures of this ${resource.name}.` });
        }
        const paths = checkedImages(kept, added);
        const [row] = await tx
          .update(table)
          .set({ ...resource.columns(form), images: paths })
          .where(matching(id))
          .returning();
        await letGo(before.images.filter((path) => !kept.includes(path)));
        return toItem(row!, "owner");
      });
    },

    async remove(id: string) {
      await images.saveWith([], async (tx, letGo) => {
        const before = await lock(tx, id);
        await tx.delete(table).where(matching(id));
        await letGo(before.images);
      });
    },
  };
}
export type ResourceService = ReturnType<typeof createResourceService<ResourceTable, object, ListQuery, ResourceForm>>;
