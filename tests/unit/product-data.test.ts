import { expect, test } from "vitest";
import { defaultSettings } from "../../site.config.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import { noFacts } from "../../src/contracts/catalogue/product-rules.ts";
import type { DeliveryCharge } from "../../src/contracts/settings/settings.ts";
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

const { business, delivery } = defaultSettings;
const charge: DeliveryCharge = {
  ...delivery.charge,
  isCharged: true,
  flat: 60,
  freeAbove: 1250,
  slabs: [],
  pinPrices: [],
};
const sellerWith = (changes: Partial<typeof charge> = {}) => ({
  origin: "https://shop.example",
  settings: { business, delivery: { ...delivery, charge: { ...charge, ...changes } } },
});

test("a product without sizes is a Product with one offer", () => {
  const images = ["/uploads/a-900x900.avif", "/uploads/b-900x900.jpg"];
  const piece = { ...ring, images, size: "8 mm", stone: "Moonstone", planets: ["Moon"] };
  expect(productData(sellerWith(), piece, "Silver")).toMatchObject({
    additionalProperty: [
      { "@type": "PropertyValue", name: "Stone", value: "Moonstone" },
      { name: "Planet, by tradition", value: "Moon" },
    ],
    "@type": "Product",
    sku: "ring",
    size: "8 mm",
    url: "https://shop.example/product/ring",
    image: ["https://shop.example/uploads/a-900x900-w800.webp", "https://shop.example/uploads/b-900x900.jpg"],
    brand: { "@type": "Brand", name: business.brand },
    offers: {
      "@type": "Offer",
      priceCurrency: "INR",
      price: 1200,
      availability: "https://schema.org/InStock",
      itemCondition: "https://schema.org/NewCondition",
      shippingDetails: { shippingRate: { value: 60, currency: "INR" }, shippingDestination: { addressCountry: "IN" } },
      hasMerchantReturnPolicy: { returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted" },
    },
  });
  const byPin = sellerWith({ pinPrices: [{ prefix: "744", price: 200 }] });
  expect(productData(byPin, ring, "Silver")).not.toHaveProperty("offers.shippingDetails");
  const dear = productData(byPin, { ...ring, price: 1300, offerPrice: 1300 }, "Silver");
  expect(dear).toMatchObject({
    offers: { shippingDetails: { shippingRate: { value: 0 } } },
  });
});

test("a product with sizes is a ProductGroup in which each size has its price and availability", () => {
  const variants = [
    { _id: "a", name: "12", stock: 2 },
    { _id: "b", name: "14", stock: 0, price: 1600 },
    { _id: "c", name: "16", stock: 1, price: 1600, offerPrice: 1300 },
  ];
  const data = productData(sellerWith(), { ...ring, size: "8 mm stone", variants }, "Silver");
  expect(data).toMatchObject({
    "@type": "ProductGroup",
    productGroupID: "ring",
    variesBy: "https://schema.org/size",
    hasVariant: [
      {
        "@type": "Product",
        name: "Full Moon Ring (12)",
        sku: "a",
        size: "12",
        offers: { price: 1200, url: "https://shop.example/product/ring?variant=a" },
      },
      { size: "14", offers: { price: 1600, availability: "https://schema.org/OutOfStock" } },
      { size: "16", offers: { price: 1300, availability: "https://schema.org/InStock" } },
    ],
  });
  for (const field of ["offers", "sku", "size"]) expect(data).not.toHaveProperty(field);
});
