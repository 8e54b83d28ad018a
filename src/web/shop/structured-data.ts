import type { Product } from "../../contracts/product.ts";

/** The product as search engines read it, so that a result can show its price and whether it is in stock. */
export const structuredDataOf = ({ _id, title, category, offerPrice, stock }: Product, description: string) => ({
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
