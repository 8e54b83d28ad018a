import type { Catalogue } from "../src/server/catalogue/service.ts";
import type { Database } from "../src/server/platform/database/database.ts";
import { demoProducts } from "./records.ts";

const BATCH = 1000;
const MINUTE = 60_000;
const QUALITIES = ["Small", "Large", "Pale", "Deep", "Polished", "Raw", "Himalayan", "Evening", "Morning", "Temple"];

interface FillOptions {
  db: Database;
  catalogue: Catalogue;
  wanted: number;
  progress(line: string): void;
}

/**
 * Adds variations of the demo products until the shop has `wanted` products. For measuring only: they share the pictures
 * of the demo products, so deleting a demo product breaks its variations.
 */
export async function fillWithProducts({ db, catalogue, wanted, progress }: FillOptions) {
  const { items, total } = await catalogue.products.list({ limit: 100 }, "public");
  const imagesByTitle = new Map(items.map((item) => [item.title, item.images]));
  const oldest = Date.now() - 365 * 24 * 60 * MINUTE;

  const variation = (number: number) => {
    const { form } = demoProducts[number % demoProducts.length]!;
    const quality = QUALITIES[number % QUALITIES.length]!;
    return {
      form: { ...form, title: `${quality} ${form.title} No. ${number}`, stock: number % 40 },
      images: imagesByTitle.get(form.title) ?? [],
      createdAt: new Date(oldest - number * MINUTE),
    };
  };

  for (let made = total; made < wanted; made += BATCH) {
    const size = Math.min(BATCH, wanted - made);
    const records = Array.from({ length: size }, (_, index) => variation(made + index));
    await db.transaction((tx) => catalogue.products.insert(tx, records));
    progress(`  ${made + size} of ${wanted} products`);
  }
}
