import { randomBytes } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import type { Blog } from "../../../src/contracts/catalogue/blog.ts";
import type { Course } from "../../../src/contracts/catalogue/course.ts";
import type { Expert } from "../../../src/contracts/catalogue/expert.ts";
import type { Product, Variant } from "../../../src/contracts/catalogue/product.ts";
import { picture } from "../../support/pictures.ts";
import { test as base } from "./test.ts";

/** A word that occurs in no other record. */
export const uniqueWord = () => `zq${randomBytes(5).toString("hex")}`;

interface Records {
  products: Product;
  courses: Course;
  experts: Expert;
  blogs: Blog;
}
type Fields = Record<string, string | number | boolean>;
type MakeRecord = <K extends keyof Records>(kind: K, fields?: Fields, pictures?: number) => Promise<Records[K]>;

type TextName =
  | "title"
  | "description"
  | "category"
  | "subCategory"
  | "stone"
  | "size"
  | "originCountry"
  | "certificate"
  | "intentions";
type ProductFields = Partial<Record<TextName, string>> &
  Partial<Record<"price" | "offerPrice" | "stock", number>> & {
    topSelling?: boolean;
    pictures?: number;
    sizes?: Omit<Variant, "_id">[];
  };
type MakeProduct = (fields?: ProductFields) => Promise<Product>;

const goodFields = (): Record<keyof Records, Fields> => ({
  products: { title: uniqueWord(), category: "Tumbles", price: 900, stock: 9 },
  courses: { title: uniqueWord(), actualPrice: 1000, offerPrice: 1000 },
  experts: { name: uniqueWord() },
  blogs: { title: uniqueWord(), content: "A few words." },
});

/** Each picture of a record has another size. */
const pictureOf = (kind: keyof Records, place: number) =>
  kind === "products" ? picture("png", 400, 400 - place) : picture("png", 320, 200 + place);

/** `makeRecord` and `makeProduct` create records through the API and delete them after the test. */
export const test = base.extend<{ makeRecord: MakeRecord; makeProduct: MakeProduct }>({
  makeRecord: async ({ shop, ownerToken, browser }, use) => {
    const headers = { authorization: `Bearer ${ownerToken}` };
    const createdPaths: string[] = [];
    await use(async (kind, fields, pictures = 0) => {
      const body = new FormData();
      const all = { ...goodFields()[kind], ...fields };
      for (const [name, value] of Object.entries(all)) body.append(name, String(value));
      for (let place = 0; place < pictures; place++) {
        const file = new File([new Uint8Array(await pictureOf(kind, place))], `${place}.png`);
        body.append(kind === "courses" ? "image" : "images", file);
      }
      const reply = await fetch(`${shop.url}/api/${kind}`, { method: "POST", headers, body });
      if (!reply.ok) throw new Error(`The record was refused: ${await reply.text()}`);
      const record = (await reply.json()) as Records[typeof kind];
      createdPaths.push(`${kind}/${record._id}`);
      return record;
    });
    // Close pages before the records are deleted: they may still be loading pictures.
    await Promise.all(browser.contexts().flatMap((context) => context.pages().map((page) => page.close())));
    await Promise.all(createdPaths.map((path) => fetch(`${shop.url}/api/${path}`, { method: "DELETE", headers })));
  },
  makeProduct: async ({ makeRecord }, use) =>
    use(({ pictures = 0, sizes, ...fields } = {}) =>
      makeRecord("products", { ...fields, ...(sizes && { variants: JSON.stringify(sizes) }) }, pictures),
    ),
});

/** The first product of the demo catalogue that matches and has no sizes. */
export async function demoProduct(request: APIRequestContext, matches: (product: Product) => boolean = () => true) {
  const products = (await (await request.get("/api/products")).json()) as Product[];
  const found = products.find((product) => !product.variants && matches(product));
  if (!found) throw new Error("No product of the demo catalogue matches");
  return found;
}
