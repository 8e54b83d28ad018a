import type { Product } from "../../contracts/product.ts";

/** The product as schema.org data: search results can show its price and availability. */
export const productData = ({ _id, title, category, offerPrice, stock }: Product, description: string) => ({
  "@context": "https://schema.org",
  "@type": "Product",
  name: title,
  description,
  sku: _id,
  category,
  offers: {
    "@type": "Offer",
    priceCurrency: "INR",
    price: offerPrice,
    availability: `https://schema.org/${stock > 0 ? "InStock" : "OutOfStock"}`,
  },
});
