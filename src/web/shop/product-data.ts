import { withoutAvif } from "../../contracts/catalogue/image-rules.ts";
import type { Product, Variant } from "../../contracts/catalogue/product.ts";
import { listFacts } from "../../contracts/catalogue/product-rules.ts";
import { priceOf, variantTitle } from "../../contracts/catalogue/variant-rules.ts";
import { pieceDelivery } from "../../contracts/orders/delivery-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";

type Seller = { origin: string; settings: Pick<Settings, "business" | "delivery"> };

export const NO_RETURNS = {
  "@type": "MerchantReturnPolicy",
  applicableCountry: "IN",
  returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
};

function offerOf({ origin, settings }: Seller, product: Product, size?: Variant) {
  const { offerPrice } = priceOf(product, size);
  const delivery = pieceDelivery(settings.delivery.charge, offerPrice, product.weightGrams);
  const priceCurrency = "INR";
  return {
    "@type": "Offer",
    url: `${origin}/product/${product._id}${size ? `?variant=${size._id}` : ""}`,
    priceCurrency,
    price: offerPrice,
    availability: `https://schema.org/${(size ?? product).stock > 0 ? "InStock" : "OutOfStock"}`,
    itemCondition: "https://schema.org/NewCondition",
    ...(delivery !== undefined && {
      shippingDetails: {
        "@type": "OfferShippingDetails",
        shippingRate: { "@type": "MonetaryAmount", currency: priceCurrency, value: delivery },
        shippingDestination: { "@type": "DefinedRegion", addressCountry: "IN" },
      },
    }),
    hasMerchantReturnPolicy: NO_RETURNS,
  };
}

/** `sku` is the id in the shopping feeds (`server/discovery/feeds.ts`). */
const groupOf = (seller: Seller, product: Product, variants: Variant[]) => ({
  "@type": "ProductGroup",
  productGroupID: product._id,
  variesBy: "https://schema.org/size",
  hasVariant: variants.map((size) => ({
    "@type": "Product",
    name: variantTitle(product.title, size.name),
    sku: size._id,
    size: size.name,
    image: imagesOf(seller, product)[0],
    offers: offerOf(seller, product, size),
  })),
});

const imagesOf = ({ origin }: Seller, { images }: Product) => images.map((image) => origin + withoutAvif(image));

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
export const productData = (seller: Seller, product: Product, description: string) => ({
  "@context": "https://schema.org",
  name: product.title,
  description,
  url: `${seller.origin}/product/${product._id}`,
  image: imagesOf(seller, product),
  brand: { "@type": "Brand", name: seller.settings.business.brand },
  category: product.category,
  ...(product.material && { material: product.material }),
  ...(product.originCountry && { countryOfOrigin: product.originCountry }),
  ...(product.weightGrams && { weight: { "@type": "QuantitativeValue", value: product.weightGrams, unitCode: "GRM" } }),
  ...(product.certificate && { hasCertification: { "@type": "Certification", name: product.certificate } }),
  ...propertiesOf(product),
  ...(product.variants
    ? groupOf(seller, product, product.variants)
    : {
        "@type": "Product",
        sku: product._id,
        ...(product.size && { size: product.size }),
        offers: offerOf(seller, product),
      }),
});
