import { expect, test } from "vitest";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { noFacts } from "../../src/contracts/catalogue/product-rules.ts";
import { productData } from "../../src/web/shop/product-data.ts";

const ring: Product = {
  ...noFacts,
  _id: "ring",
  title: "Full Moon Ring",
  description: "Silver",
  category: "Jewellery",
  subCategory: "Rings",
  price: 1500,
  offerPrice: 1200,
  stock: 2,
  images: [],
  topSelling: false,
  published: true,
  createdAt: "2026-11-18T00:00:00.000Z",
  version: 1,
};

test("a product without sizes is a Product with one offer", () => {
  expect(productData({ ...ring, size: "8 mm", stone: "Moonstone", planets: ["Moon"] }, "Silver")).toMatchObject({
    additionalProperty: [
      { "@type": "PropertyValue", name: "Stone", value: "Moonstone" },
      { name: "Planet, by tradition", value: "Moon" },
    ],
    "@type": "Product",
    sku: "ring",
    size: "8 mm",
    offers: { "@type": "Offer", priceCurrency: "INR", price: 1200, availability: "https://schema.org/InStock" },
  });
});

test("a product with sizes is a ProductGroup in which each size has its price and availability", () => {
  const variants = [
    { _id: "a", name: "12", stock: 2 },
    { _id: "b", name: "14", stock: 0, price: 1600 },
    { _id: "c", name: "16", stock: 1, price: 1600, offerPrice: 1300 },
  ];
  const data = productData({ ...ring, size: "8 mm stone", variants }, "Silver");
  expect(data).toMatchObject({
    "@type": "ProductGroup",
    productGroupID: "ring",
    variesBy: "https://schema.org/size",
    hasVariant: [
      { "@type": "Product", name: "Full Moon Ring (12)", sku: "ring:a", size: "12", offers: { price: 1200 } },
      { size: "14", offers: { price: 1600, availability: "https://schema.org/OutOfStock" } },
      { size: "16", offers: { price: 1300, availability: "https://schema.org/InStock" } },
    ],
  });
  for (const field of ["offers", "sku", "size"]) expect(data).not.toHaveProperty(field);
});
