import { and, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import type { DemoCounts } from "../../contracts/first-day.ts";
import type { Activity } from "../activity/service.ts";
import type { Images } from "../images/service.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { ChangeEvents } from "../platform/events/change-events.ts";
import { blogResource } from "./blog.ts";
import { courseResource } from "./course.ts";
import { demoRecords } from "./demo-record-table.ts";
import { expertResource } from "./expert.ts";
import { productResource } from "./product.ts";
import type { ResourceTable } from "./resource.ts";
import { editTags } from "./tags.ts";

const kinds = {
  products: productResource,
  courses: courseResource,
  experts: expertResource,
  blogs: blogResource,
} as const;

interface DemoDeps {
  db: Database;
  images: Images;
  activity: Activity;
  changes: ChangeEvents;
}

/** Every save by form or import increments the version; selling pieces does not. */
const isUnchangedDemo = (table: ResourceTable): SQL =>
  and(eq(table.version, 1), sql`${table.id} in (select id from ${demoRecords})`)!;

export function createDemoRecords({ db, images, activity, changes }: DemoDeps) {
  type Kind = keyof typeof kinds;

  /** Deletes the unchanged demo records of one kind and returns their pictures. */
  async function removeKind(tx: Transaction, kind: Kind, by: string) {
    const { path, name } = kinds[kind];
    const table: ResourceTable = kinds[kind].table;
    // Locked in the order of their ids, as orders do, so that the two cannot deadlock.
    const found = await tx
      .select({ id: table.id, images: table.images })
      .from(table)
      .where(isUnchangedDemo(table))
      .orderBy(table.id)
      .for("update");
    const ids = found.map(({ id }) => String(id));
    if (ids.length === 0) return { count: 0, pictures: [] };
    await tx.delete(table).where(inArray(table.id, ids));
    await changes.drop(tx, editTags(path, ids));
    const title = `${ids.length} demo ${ids.length === 1 ? name : kind}`;
    await activity.record(tx, { by, action: "deleted", kind: name, recordId: null, title });
    return { count: ids.length, pictures: found.flatMap((record) => record.images as string[]) };
  }

  return {
    /** Called in the transaction that inserts the demo data. */
    async mark(tx: Transaction, records: { _id: string }[]) {
      await tx.insert(demoRecords).values(records.map(({ _id }) => ({ id: _id })));
    },

    async count(): Promise<DemoCounts> {
      const counts = Object.entries(kinds).map(
        async ([kind, { table }]) => [kind, await db.$count(table, isUnchangedDemo(table))] as const,
      );
      return Object.fromEntries(await Promise.all(counts)) as DemoCounts;
    },

    /** Removes unchanged demo records with their pictures, as deleting each of them does. Again, it removes nothing. */
    remove: (by: string): Promise<DemoCounts> =>
      images.saveWith([], async (tx, releaseImages) => {
        const counts: DemoCounts = { products: 0, courses: 0, experts: 0, blogs: 0 };
        const pictures: string[] = [];
        for (const kind of Object.keys(kinds) as Kind[]) {
          const removed = await removeKind(tx, kind, by);
          counts[kind] = removed.count;
          pictures.push(...removed.pictures);
        }
        await releaseImages(pictures);
        return counts;
      }),

    /** Whether a product is the owner's own: new, or a demo product that was changed. */
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
