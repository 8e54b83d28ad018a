import type { Product } from "../../contracts/catalogue/product.ts";

export interface ProductSummary
  extends Pick<
    Product,
    "_id" | "title" | "category" | "subCategory" | "price" | "offerPrice" | "stock" | "topSelling"
  > {
  image: string | undefined;
  secondImage: string | undefined;
}

/** Only what a card shows: descriptions and further pictures would double the page's data. */
export function toSummary(product: Product): ProductSummary {
  const { _id, title, category, subCategory, price, offerPrice, stock, topSelling, images } = product;
  const [image, secondImage] = images;
  return { _id, title, category, subCategory, price, offerPrice, stock, topSelling, image, secondImage };
}
