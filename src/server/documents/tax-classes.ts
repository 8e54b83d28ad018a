import { consultationModes, packageItemId } from "../../contracts/appointments/consultation-rules.ts";
import { parseProductItemId } from "../../contracts/catalogue/variant-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { ItemRow } from "../orders/order-records.ts";
import type { Transaction } from "../platform/database/database.ts";

/** The tax class of the lines of an order: that of the record, of its category, or of all records of its kind. */
export async function taxClassesOf(tx: Transaction, catalogue: Catalogue, settings: Settings, items: ItemRow[]) {
  const { tax, categories, packages } = settings;
  const ids = (type: ItemRow["itemType"]) =>
    items.filter(({ itemType }) => itemType === type).map(({ itemId }) => parseProductItemId(itemId).productId);
  const products = await catalogue.products.findMany(ids("product"), "owner", tx);
  const courses = await catalogue.courses.findMany(ids("course"), "owner", tx);

  function ofProduct(itemId: string) {
    const product = products.get(parseProductItemId(itemId).productId);
    const category = categories.categories.find(({ name }) => name === product?.category)?.id;
    return (
      (product as { taxClass?: string } | undefined)?.taxClass ||
      tax.byCategory.find((one) => one.category === category)?.taxClass
    );
  }

  const ofPackage = (itemId: string) =>
    packages.packages.find(({ title }) => consultationModes.some((mode) => packageItemId(title, mode) === itemId))
      ?.taxClass;

  return ({ itemId, itemType }: ItemRow) => {
    const own = {
      product: ofProduct,
      course: (id: string) => courses.get(id)?.taxClass,
      consultancy: ofPackage,
    };
    return own[itemType](itemId) || tax[itemType];
  };
}
