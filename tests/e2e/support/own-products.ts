import { randomBytes } from "node:crypto";
import type { APIRequestContext, Browser } from "@playwright/test";
import type { Product } from "../../../src/contracts/product.ts";
import { picture } from "../../support/pictures.ts";
import { test as base } from "./test.ts";

/** A word that no other product has. */
export const uniqueWord = () => `zq${randomBytes(5).toString("hex")}`;

type Fields = Partial<Record<"title" | "description" | "category" | "subCategory", string>> &
  Partial<Record<"price" | "offerPrice" | "stock", number>> & { topSelling?: boolean; pictures?: number };

/** What is still open when a test ends may yet ask for a picture that goes away with its record. */
export const closePages = (browser: Browser) =>
  Promise.all(browser.contexts().flatMap((context) => context.pages().map((page) => page.close())));

type MakeProduct = (fields?: Fields) => Promise<Product>;

/** Tests that need pieces of their own: made through the API as the owner, gone after the test. */
export const test = base.extend<{ makeProduct: MakeProduct }>({
  makeProduct: async ({ shop, ownerToken, browser }, use) => {
    const headers = { authorization: `Bearer ${ownerToken}` };
    const made: string[] = [];
    await use(async ({ pictures = 0, ...fields } = {}) => {
      const body = new FormData();
      const all = { title: uniqueWord(), category: "Tumbles", price: 900, stock: 9, ...fields };
      for (const [name, value] of Object.entries(all)) body.append(name, String(value));
      for (let i = 0; i < pictures; i++) {
        body.append("images", new File([new Uint8Array(await picture("png", 800, 800 - i))], `${i}.png`));
      }
      const reply = await fetch(`${shop.url}/api/products`, { method: "POST", headers, body });
      if (!reply.ok) throw new Error(`The product was refused: ${await reply.text()}`);
      const product = (await reply.json()) as Product;
      made.push(product._id);
      return product;
    });
    await closePages(browser);
    await Promise.all(made.map((id) => fetch(`${shop.url}/api/products/${id}`, { method: "DELETE", headers })));
  },
});

/** The first piece of the demo catalogue that fits. */
export async function demoProduct(request: APIRequestContext, fits: (product: Product) => boolean = () => true) {
  const products = (await (await request.get("/api/products")).json()) as Product[];
  const found = products.find(fits);
  if (!found) throw new Error("No piece of the demo catalogue fits");
  return found;
}
