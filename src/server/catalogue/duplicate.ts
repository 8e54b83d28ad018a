import type { Product, ProductForm } from "../../contracts/catalogue/product.ts";
import { MAX_TITLE_LENGTH } from "../../contracts/field-rules.ts";
import type { Images, PreparedImage } from "../images/service.ts";

const SUFFIX = " (copy)";

interface DuplicateDeps {
  images: Images;
  products: {
    find(id: string, viewer: "owner"): Promise<Product>;
    create(form: ProductForm, added: PreparedImage[], by: string): Promise<Product>;
  };
}

/** Copies a product as a draft, with its own copies of the pictures and no stock. */
export async function duplicateProduct({ images, products }: DuplicateDeps, id: string, by: string) {
  const { _id, version, createdAt, images: pictures, ...fields } = await products.find(id, "owner");
  const copies = [];
  for (const picture of pictures) copies.push(await images.copyImage(picture));
  const title = fields.title.slice(0, MAX_TITLE_LENGTH - SUFFIX.length).trimEnd() + SUFFIX;
  return products.create({ ...fields, title, stock: 0, published: false }, copies, by);
}
