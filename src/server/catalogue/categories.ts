import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Category } from "../../contracts/settings/settings.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import type { ChangeEvents } from "../platform/events.ts";
import { badInput } from "../platform/http/errors.ts";
import type { PublishHook } from "../settings/service.ts";
import { products } from "./product-table.ts";
import { editTags, listTag } from "./tags.ts";

export async function categoriesOf(db: Database, ids: string[]) {
  const possible = ids.filter(isUuid);
  if (possible.length === 0) return new Map<string, string>();
  const rows = await db
    .select({ id: products.id, category: products.category })
    .from(products)
    .where(inArray(products.id, possible));
  return new Map(rows.map(({ id, category }) => [id, category]));
}

const inCategory = (name: string) => eq(products.category, name);
const inSubCategory = (category: string, name: string) => and(inCategory(category), eq(products.subCategory, name));

async function requireEmpty(tx: Transaction, where: SQL | undefined, name: string) {
  const count = await tx.$count(products, where);
  if (count === 0) return;
  const pieces = count === 1 ? "1 product" : `${count} products`;
  throw badInput({ categories: `“${name}” has ${pieces}. Rename it, or choose the category its products move to.` });
}

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

export function createCategoryChanges({ changes }: { changes: ChangeEvents }): PublishHook<"categories"> {
  async function move(tx: Transaction, where: SQL | undefined, place: Partial<typeof products.$inferInsert>) {
    const rows = await tx.update(products).set(place).where(where).returning({ id: products.id });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await changes.drop(tx, editTags("/products", ids));
  }

  async function changeSubCategories(tx: Transaction, before: Category, after: Category) {
    for (const sub of before.subCategories) {
      const next = after.subCategories.find(({ id }) => id === sub.id);
      if (!next) await requireEmpty(tx, inSubCategory(after.name, sub.name), sub.name);
      else if (next.name !== sub.name) await move(tx, inSubCategory(after.name, sub.name), { subCategory: next.name });
    }
    const isFirst = before.subCategories.length === 0 && after.subCategories.length > 0;
    if (isFirst) await requireEmpty(tx, and(inCategory(after.name), isNull(products.subCategory)), after.name);
  }

  return async (tx, { before, after, moved }) => {
    for (const category of before.categories) {
      const next = after.categories.find(({ id }) => id === category.id);
      const target = next ?? targetOf(category, after.categories, moved);
      if (!target) await requireEmpty(tx, inCategory(category.name), category.name);
      else if (!next) await move(tx, inCategory(category.name), { category: target.name, subCategory: null });
      else {
        if (next.name !== category.name) await move(tx, inCategory(category.name), { category: next.name });
        await changeSubCategories(tx, category, next);
      }
    }
    await changes.drop(tx, [listTag("/products")]);
  };
}
