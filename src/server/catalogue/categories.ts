import { sql } from "drizzle-orm";
import type { Category } from "../../contracts/settings/settings.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { ChangeEvents } from "../platform/events.ts";
import { badInput } from "../platform/http/errors.ts";
import type { PublishHook } from "../settings/service.ts";
import { demoRecords } from "./demo-record-table.ts";
import { products } from "./product-table.ts";
import { editTags, listTag } from "./tags.ts";

export async function categoriesOf(db: Database, ids: string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const rows = await db
    .select({ id: products.id, category: products.category })
    .from(products)
    .where(sql`${products.id} = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, category }) => [id, category]));
}

const NO_SUB = "";

interface Place {
  category: string;
  /** Empty for products without a sub category. */
  sub: string;
}

type CountedPlace = Place & { count: number };

/** Refuses to remove what still has products. */
const hasProducts = (name: string, places: CountedPlace[]) => {
  const count = places.reduce((sum, place) => sum + place.count, 0);
  const pieces = count === 1 ? "1 product" : `${count} products`;
  return badInput({ categories: `“${name}” has ${pieces}. Rename it, or choose the category its products move to.` });
};

/** The category to which the owner moves the products of a removed category. */
function targetOf({ id, name }: Category, after: Category[], moved: { from: string; into: string }[]) {
  const into = moved.find(({ from }) => from === id)?.into;
  const target = into === undefined ? undefined : after.find((category) => category.id === into);
  if (into !== undefined && !target)
    throw badInput({ categories: `“${name}” cannot move to a category that does not exist.` });
  if (target && target.subCategories.length > 0) {
    throw badInput({
      categories: `“${name}” cannot move to “${target.name}”, because its products need a sub category.`,
    });
  }
  return target;
}

type Categories = Parameters<PublishHook<"categories">>[1];

/** Where the products of a place belong after the change. Categories are recognised by id, so names may be swapped. */
function placeAfter({ category, sub }: Place, places: CountedPlace[], { before, after, moved }: Categories): Place {
  const known = before.categories.find(({ name }) => name === category);
  if (!known) return { category, sub };
  const isIn = (place: Place) => place.category === category;
  const isHere = (place: Place) => isIn(place) && place.sub === sub;
  const next = after.categories.find(({ id }) => id === known.id);
  if (!next) {
    const target = targetOf(known, after.categories, moved);
    if (!target) throw hasProducts(category, places.filter(isIn));
    return { category: target.name, sub: NO_SUB };
  }
  const knownSub = known.subCategories.find(({ name }) => name === sub);
  const nextSub = next.subCategories.find(({ id }) => id === knownSub?.id);
  if (knownSub && !nextSub) throw hasProducts(sub, places.filter(isHere));
  const isFirst = known.subCategories.length === 0 && next.subCategories.length > 0;
  if (sub === NO_SUB && isFirst) throw hasProducts(next.name, places.filter(isHere));
  return { category: next.name, sub: nextSub?.name ?? sub };
}

/**
 * Renames in one statement: one after the other, A → B and B → C would merge the products of both in C. A new version
 * refuses open forms with the old name; demo products keep theirs, which says that nobody has changed them.
 */
async function moveProducts(tx: Transaction, moves: { from: Place; to: Place }[]) {
  const rows = moves.map(({ from, to }) => sql`(${from.category}, ${from.sub}, ${to.category}, ${to.sub})`);
  const moved = await tx.execute<{ id: string }>(sql`
    update ${products} set category = place.category, sub_category = nullif(place.sub, ${NO_SUB}),
      version = ${products.version} + case when ${products.id} in (select id from ${demoRecords}) then 0 else 1 end
    from (values ${sql.join(rows, sql`, `)}) as place (category_was, sub_was, category, sub)
    where ${products.category} = place.category_was and coalesce(${products.subCategory}, ${NO_SUB}) = place.sub_was
    returning ${products.id}`);
  return moved.rows.map(({ id }) => id);
}

export function createCategoryChanges({ changes }: { changes: ChangeEvents }): PublishHook<"categories"> {
  return async (tx, change) => {
    for (const { name, subCategories } of change.after.categories)
      if (new Set(subCategories.map(({ id }) => id)).size < subCategories.length)
        throw badInput({ categories: `Two sub categories of “${name}” have the same id.` });
    const sub = sql<string>`coalesce(${products.subCategory}, ${NO_SUB})`;
    const places = await tx
      .select({ category: products.category, sub, count: sql<number>`count(*)::int` })
      .from(products)
      .groupBy(products.category, products.subCategory);
    const moves = places
      .map((from) => ({ from, to: placeAfter(from, places, change) }))
      .filter(({ from, to }) => from.category !== to.category || from.sub !== to.sub);
    const ids = moves.length > 0 ? await moveProducts(tx, moves) : [];
    if (ids.length > 0) await changes.drop(tx, editTags("/products", ids));
    await changes.drop(tx, [listTag("/products")]);
  };
}
