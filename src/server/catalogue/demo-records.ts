import { and, eq, inArray, not, notInArray, type SQL, sql } from "drizzle-orm";
import type { DemoCounts } from "../../contracts/settings/settings-calls.ts";
import type { Transaction } from "../platform/database/database.ts";
import { blogResource } from "./blog.ts";
import { courseResource } from "./course.ts";
import { demoRecords } from "./demo-record-table.ts";
import type { CatalogueDeps } from "./deps.ts";
import { expertResource } from "./expert.ts";
import { productResource } from "./product.ts";
import type { ResourceTable } from "./resource.ts";
import { archivedColumns, type References } from "./resource-service.ts";
import { editTags } from "./tags.ts";

const kinds = {
  products: productResource,
  courses: courseResource,
  experts: expertResource,
  blogs: blogResource,
} as const;

/** Version 1 means unchanged: every save by form or import increments the version, a sale does not. */
const isUnchangedDemo = (table: ResourceTable): SQL =>
  and(eq(table.version, 1), sql`${table.id} in (select id from ${demoRecords})`)!;

export function createDemoRecords(deps: CatalogueDeps) {
  const { db, images, activity, changes, findExpertReferences, removeDemoAppointments } = deps;
  type Kind = keyof typeof kinds;

  async function unchangedIds(tx: Transaction, table: ResourceTable) {
    const rows = await tx.select({ id: table.id }).from(table).where(isUnchangedDemo(table));
    return rows.map(({ id }) => String(id));
  }

  /** Deletes the unchanged demo records of one kind and returns their pictures. Keeps experts with open appointments. */
  async function removeKind(tx: Transaction, kind: Kind, by: string) {
    const { path, name } = kinds[kind];
    const table: ResourceTable = kinds[kind].table;
    const references =
      kind === "experts"
        ? await findExpertReferences(tx, await unchangedIds(tx, table))
        : new Map<string, References>();
    const busy = [...references].flatMap(([id, { open }]) => (open > 0 ? [id] : []));
    // Lock by id, in the same order as orders do, to avoid deadlocks.
    const found = await tx
      .select({ id: table.id, images: table.images, version: table.version })
      .from(table)
      .where(and(isUnchangedDemo(table), notInArray(table.id, busy)))
      .orderBy(table.id)
      .for("update");
    const ids = found.map(({ id }) => String(id));
    if (ids.length === 0) return { count: 0, pictures: [] };
    const needed = ids.filter((id) => references.has(id));
    await tx
      .update(table)
      .set(archivedColumns({ version: 1 }))
      .where(inArray(table.id, needed));
    await tx.delete(table).where(and(inArray(table.id, ids), notInArray(table.id, needed)));
    await changes.drop(tx, editTags(path, ids));
    const title = `${ids.length} demo ${ids.length === 1 ? name : kind}`;
    await activity.record(tx, { by, action: "deleted", kind: name, recordId: null, title });
    return { count: ids.length, pictures: found.flatMap((record) => record.images as string[]) };
  }

  return {
    async mark(tx: Transaction, records: { _id: string }[]) {
      await tx.insert(demoRecords).values(records.map(({ _id }) => ({ id: _id })));
    },

    async count(): Promise<DemoCounts> {
      const counts = Object.entries(kinds).map(
        async ([kind, { table }]) => [kind, await db.$count(table, isUnchangedDemo(table))] as const,
      );
      return Object.fromEntries(await Promise.all(counts)) as DemoCounts;
    },

    remove: (by: string): Promise<DemoCounts> =>
      images.saveWith([], async (tx, releaseImages) => {
        const counts: DemoCounts = { products: 0, courses: 0, experts: 0, blogs: 0 };
        const pictures: string[] = [];
        const marked = await tx.select().from(demoRecords);
        await removeDemoAppointments(
          tx,
          marked.map(({ id }) => id),
        );
        for (const kind of Object.keys(kinds) as Kind[]) {
          const removed = await removeKind(tx, kind, by);
          counts[kind] = removed.count;
          pictures.push(...removed.pictures);
        }
        await releaseImages(pictures);
        return counts;
      }),

    /** Whether the owner has added a product or changed a demo product. */
    async hasOwnProduct() {
      const { table } = productResource;
      const [own] = await db
        .select({ id: table.id })
        .from(table)
        .where(not(isUnchangedDemo(table)))
        .limit(1);
      return own !== undefined;
    },
  };
}
