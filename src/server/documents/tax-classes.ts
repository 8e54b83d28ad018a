import type { Settings } from "../../contracts/settings/settings.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { ItemRow } from "../orders/core/order.ts";
import type { Transaction } from "../platform/database/database.ts";

/** The tax class of the lines of an order: that of the record, of its category, or of all records of its kind. */
export async function taxClassesOf(tx: Transaction, catalogue: Catalogue, settings: Settings, items: ItemRow[]) {
  const { tax, categories, packages } = settings;
  const ids = (part: "productId" | "courseId") => items.flatMap((item) => item[part] ?? []);
  const products = await catalogue.products.findMany(ids("productId"), "owner", tx);
  const courses = await catalogue.courses.findMany(ids("courseId"), "owner", tx);

  function ofProduct({ productId }: ItemRow) {
    const product = products.get(productId!);
    const category = categories.categories.find(({ name }) => name === product?.category)?.id;
    return (
      (product as { taxClass?: string } | undefined)?.taxClass ||
      tax.byCategory.find((one) => one.category === category)?.taxClass
    );
  }

  const own = {
    product: ofProduct,
    course: ({ courseId }: ItemRow) => courses.get(courseId!)?.taxClass,
    consultancy: (item: ItemRow) => packages.packages.find(({ title }) => title === item.package)?.taxClass,
  };
  return (item: ItemRow) => own[item.itemType](item) || tax[item.itemType];
}
