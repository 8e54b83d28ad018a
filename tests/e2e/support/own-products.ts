import { randomBytes } from "node:crypto";
import type { APIRequestContext, Browser } from "@playwright/test";
import type { Product } from "../../../src/contracts/catalogue/product.ts";
import { picture } from "../../support/pictures.ts";
import { test as base } from "./test.ts";

/** A word that occurs in no other record. */
export const uniqueWord = () => `zq${randomBytes(5).toString("hex")}`;

type Fields = Partial<Record<"title" | "description" | "category" | "subCategory" | "stone" | "size", string>> &
  Partial<Record<"price" | "offerPrice" | "stock", number>> & { topSelling?: boolean; pictures?: number };

/** Close pages before the records are deleted: they may still be loading pictures. */
export const closePages = (browser: Browser) =>
  Promise.all(browser.contexts().flatMap((context) => context.pages().map((page) => page.close())));

type MakeProduct = (fields?: Fields) => Promise<Product>;

/** `makeProduct` creates products through the API and deletes them after the test. */
export const test = base.extend<{ makeProduct: MakeProduct }>({
  makeProduct: async ({ shop, ownerToken, browser }, use) => {
    const headers = { authorization: `Bearer ${ownerToken}` };
    const createdIds: string[] = [];
    await use(async ({ pictures = 0, ...fields } = {}) => {
      const body = new FormData();
      const all = { title: uniqueWord(), category: "Tumbles", price: 900, stock: 9, ...fields };
      for (const [name, value] of Object.entries(all)) body.append(name, String(value));
      for (let i = 0; i < pictures; i++) {
        body.append("images", new File([new Uint8Array(await picture("png", 400, 400 - i))], `${i}.png`));
      }
      const reply = await fetch(`${shop.url}/api/products`, { method: "POST", headers, body });
      if (!reply.ok) throw new Error(`The product was refused: ${await reply.text()}`);
      const product = (await reply.json()) as Product;
      createdIds.push(product._id);
      return product;
    });
    await closePages(browser);
    await Promise.all(createdIds.map((id) => fetch(`${shop.url}/api/products/${id}`, { method: "DELETE", headers })));
  },
});

/** The first product of the demo catalogue that matches. */
export async function demoProduct(request: APIRequestContext, matches: (product: Product) => boolean = () => true) {
  const products = (await (await request.get("/api/products")).json()) as Product[];
  const found = products.find(matches);
  if (!found) throw new Error("No product of the demo catalogue matches");
  return found;
}
