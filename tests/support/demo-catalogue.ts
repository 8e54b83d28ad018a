import { demoBlogs, demoCourses, demoExperts, demoProducts } from "../../demo/records.ts";
import { openTestShop } from "./test-shop.ts";

/** A shop with the demo catalogue, without its pictures. */
export async function openDemoShop() {
  const shop = await openTestShop();
  const { products, courses, experts, blogs } = shop.services.catalogue;
  const rowsOf = <Form>(records: { form: Form; ageMs: number }[]) =>
    records.map(({ form, ageMs }) => ({ form, images: [], createdAt: new Date(shop.clock.now().getTime() - ageMs) }));
  await shop.db.transaction(async (tx) => {
    await products.insert(tx, rowsOf(demoProducts));
    await courses.insert(tx, rowsOf(demoCourses));
    await experts.insert(tx, rowsOf(demoExperts));
    await blogs.insert(tx, rowsOf(demoBlogs));
  });
  return shop;
}
