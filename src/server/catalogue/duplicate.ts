import type { Product, ProductForm } from "../../contracts/product.ts";
import type { Images } from "../images/service.ts";

const SUFFIX = " (copy)";
const MAX_TITLE = 200;

interface DuplicateDeps {
  images: Images;
  products: {
    find(id: string, viewer: "owner"): Promise<Product>;
    create(form: ProductForm, added: Awaited<ReturnType<Images["copyOf"]>>[], by: string): Promise<Product>;
  };
}

/** Makes a new product after another, with pictures of its own and nothing in stock yet. */
export async function duplicateProduct({ images, products }: DuplicateDeps, id: string, by: string) {
  const {
    title,
    description,
    category,
    subCategory,
    price,
    offerPrice,
    topSelling,
    images: pictures,
  } = await products.find(id, "owner");
  const copies = [];
  for (const picture of pictures) copies.push(await images.copyOf(picture));
  const copiedTitle = title.slice(0, MAX_TITLE - SUFFIX.length).trimEnd() + SUFFIX;
  const form = { title: copiedTitle, description, category, subCategory, price, offerPrice, topSelling, stock: 0 };
  return products.create(form, copies, by);
}
