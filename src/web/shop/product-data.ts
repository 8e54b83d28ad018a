import type { Product } from "../../contracts/catalogue/product.ts";

/** The product as schema.org data: search results can show its price and availability. */
export const productData = (product: Product, description: string) => ({
  "@context": "https://schema.org",
  "@type": "Product",
  name: product.title,
  description,
  sku: product._id,
  category: product.category,
  ...(product.material && { material: product.material }),
  ...(product.size && { size: product.size }),
  ...(product.originCountry && { countryOfOrigin: product.originCountry }),
  ...(product.weightGrams && { weight: { "@type": "QuantitativeValue", value: product.weightGrams, unitCode: "GRM" } }),
  ...(product.certificate && { hasCertification: { "@type": "Certification", name: product.certificate } }),
  ...(product.stone && { additionalProperty: { "@type": "PropertyValue", name: "Stone", value: product.stone } }),
  offers: {
    "@type": "Offer",
    priceCurrency: "INR",
    price: product.offerPrice,
    availability: `https://schema.org/${product.stock > 0 ? "InStock" : "OutOfStock"}`,
  },
});
