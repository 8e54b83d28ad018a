import { eq } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import { badInput } from "../platform/http/errors.ts";
import type { PublishHook } from "../settings/service.ts";
import { courses } from "./course-table.ts";
import { products } from "./product-table.ts";

/** How many use a class, such as `2 products, 1 course and 1 package`. */
async function usesOf(tx: Transaction, id: string, packages: { taxClass: string }[]) {
  const uses = [
    [await tx.$count(products, eq(products.taxClass, id)), "product"],
    [await tx.$count(courses, eq(courses.taxClass, id)), "course"],
    [packages.filter(({ taxClass }) => taxClass === id).length, "package"],
  ] as const;
  const named = uses.filter(([count]) => count > 0).map(([count, noun]) => `${count} ${noun}${count > 1 ? "s" : ""}`);
  return new Intl.ListFormat("en-IN").format(named);
}

/** A class that is in use stays. */
export const keepUsedClasses: PublishHook<"tax"> = async (tx, { before, after, published }) => {
  for (const { id, name } of before.classes) {
    if (after.classes.some((one) => one.id === id)) continue;
    const uses = await usesOf(tx, id, published.packages.packages);
    if (uses) throw badInput({ classes: `“${name}” is the tax class of ${uses}. Give them another one first.` });
  }
};

/** A package names an existing class. */
export const requireClasses: PublishHook<"packages"> = async (_tx, { after, published }) => {
  for (const [index, { taxClass }] of after.packages.entries())
    if (taxClass && !published.tax.classes.some(({ id }) => id === taxClass))
      throw badInput({ [`packages.${index}.taxClass`]: "There is no such tax class." });
};
