import type { Product } from "../../contracts/catalogue/product.ts";
import { listFacts } from "../../contracts/catalogue/product-rules.ts";
import { priceOf, variantItemId, variantTitle } from "../../contracts/catalogue/variant-rules.ts";

const offerOf = (price: number, stock: number) => ({
  "@type": "Offer",
  priceCurrency: "INR",
  price,
  availability: `https://schema.org/${stock > 0 ? "InStock" : "OutOfStock"}`,
});

const groupOf = (product: Product, variants: NonNullable<Product["variants"]>) => ({
  "@type": "ProductGroup",
  productGroupID: product._id,
  variesBy: "https://schema.org/size",
  hasVariant: variants.map((size) => ({
    "@type": "Product",
    name: variantTitle(product.title, size.name),
    sku: variantItemId(product._id, size._id),
    size: size.name,
    offers: offerOf(priceOf(product, size).offerPrice, size.stock),
  })),
});

function propertiesOf(product: Product) {
  const linked = listFacts.map(({ name, label }) => ({
    name: `${label}, by tradition`,
    value: product[name].join(", "),
  }));
  const properties = [{ name: "Stone", value: product.stone }, ...linked].filter(({ value }) => value);
  const additionalProperty = properties.map((property) => ({ "@type": "PropertyValue", ...property }));
  return additionalProperty.length > 0 && { additionalProperty };
}

/** The structured data of a product's page (schema.org). A product with sizes is a group of products. */
export const productData = (product: Product, description: string) => ({
  "@context": "https://schema.org",
  name: product.title,
  description,
  category: product.category,
  ...(product.material && { material: product.material }),
  ...(product.originCountry && { countryOfOrigin: product.originCountry }),
  ...(product.weightGrams && { weight: { "@type": "QuantitativeValue", value: product.weightGrams, unitCode: "GRM" } }),
  ...(product.certificate && { hasCertification: { "@type": "Certification", name: product.certificate } }),
  ...propertiesOf(product),
  ...(product.variants
    ? groupOf(product, product.variants)
    : {
        "@type": "Product",
        sku: product._id,
        ...(product.size && { size: product.size }),
        offers: offerOf(product.offerPrice, product.stock),
      }),
});
