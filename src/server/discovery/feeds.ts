import type { Course } from "../../contracts/catalogue/course.ts";
import { withoutAvif } from "../../contracts/catalogue/image-rules.ts";
import type { Product, Variant } from "../../contracts/catalogue/product.ts";
import { noFacts } from "../../contracts/catalogue/product-rules.ts";
import { priceOf, variantTitle } from "../../contracts/catalogue/variant-rules.ts";
import { pieceDelivery } from "../../contracts/orders/delivery-rules.ts";
import { variantItemId } from "../../contracts/orders/item-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { Catalogue } from "../catalogue/service.ts";
import { toCsvRow } from "../platform/files/csv.ts";
import { escapeXml, textElement, XML } from "./documents.ts";

/** Google's limits. Those of Meta are higher. */
const MAX = { title: 150, description: 5_000, size: 100, pictures: 10, courses: 1_000 };
const PART_LENGTH = 64 * 1024;

type Value = string | Record<string, string>;
/** Google's attributes, of which Meta's are a part. */
type Row = Record<string, Value | Value[] | false | undefined>;
type Shop = { origin: string; settings: Settings };
type Piece = Pick<Product, "_id" | "title" | "description" | "category" | "subCategory" | "images" | "price"> &
  Pick<Product, "offerPrice" | "stock" | "variants" | "stone" | "material" | "size" | "weightGrams" | "originCountry">;

const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
const inRupees = (amount: number) => `${amount.toFixed(2)} INR`;

/** The id of a size is its own: with the product's it would have more than Google's 50 characters. */
function attributesOf({ origin, settings }: Shop, kind: "product" | "course", product: Piece, size?: Variant): Row {
  const { _id, title, description, category, subCategory, stone, originCountry, weightGrams } = product;
  const { price, offerPrice } = priceOf(product, size);
  const named = size ? variantTitle("", size.name) : "";
  const images = product.images.length > 0 ? product.images : [`/og/${kind}s/${_id}.jpg`];
  const [picture, ...others] = images.map((image) => origin + withoutAvif(image));
  const delivery = kind === "course" ? 0 : pieceDelivery(settings.delivery.charge, offerPrice, weightGrams);
  const details = Object.entries({ Stone: stone, "Country of origin": originCountry }).filter(([, value]) => value);
  return {
    id: size?._id ?? _id,
    title: cut(title, MAX.title - named.length) + named,
    description: cut(description || title, MAX.description),
    link: `${origin}/${kind}/${_id}${size ? `?variant=${size._id}` : ""}`,
    image_link: picture,
    additional_image_link: others.slice(0, MAX.pictures),
    availability: (size ?? product).stock > 0 ? "in_stock" : "out_of_stock",
    price: inRupees(price),
    sale_price: offerPrice < price && inRupees(offerPrice),
    brand: settings.business.brand,
    condition: "new",
    identifier_exists: "no",
    product_type: subCategory ? `${category} > ${subCategory}` : category,
    material: product.material,
    size: size?.name ?? cut(product.size, MAX.size),
    item_group_id: size && _id,
    merchant_item_id: size && variantItemId(_id, size._id),
    shipping: delivery !== undefined && { country: "IN", service: "Standard", price: inRupees(delivery) },
    shipping_weight: weightGrams !== null && `${weightGrams} g`,
    product_detail: details.map(([attribute_name, attribute_value]) => ({ attribute_name, attribute_value })),
  };
}

function asPiece({ image, actualPrice: price, ...course }: Course): Piece {
  const images = image ? [image] : [];
  return { ...noFacts, ...course, category: "Courses", subCategory: null, images, price, stock: 1 };
}

/** Lazy, so that writing a page leaves the event loop free. */
function* rowsOf(shop: Shop, kind: "product" | "course", pieces: Piece[]) {
  for (const piece of pieces)
    for (const size of piece.variants ?? [undefined]) yield attributesOf(shop, kind, piece, size);
}

async function* pagesOf({ readPublished, courses }: Catalogue, shop: Shop) {
  for await (const pieces of readPublished()) yield rowsOf(shop, "product", pieces);
  if (!shop.settings.search.coursesInFeeds) return;
  const { items } = await courses.list({ limit: MAX.courses }, "public");
  yield rowsOf(shop, "course", items.map(asPiece));
}

function toElements(row: Row): string {
  let xml = "";
  for (const [name, value] of Object.entries(row))
    for (const one of value ? [value].flat() : [])
      xml += `<g:${name}>${typeof one === "string" ? escapeXml(one) : toElements(one)}</g:${name}>`;
  return xml;
}

const META_COLUMNS = [
  ...["id", "title", "description", "availability", "condition", "price", "link", "image_link", "brand", "sale_price"],
  ...["item_group_id", "size", "material", "product_type", "additional_image_link", "shipping_weight"],
];

const toCell = (name: string, value: Row[string]) =>
  name === "availability" ? `${value}`.replaceAll("_", " ") : `${value || ""}`;

const toLine = (row: Row) => toCsvRow(META_COLUMNS.map((name) => toCell(name, row[name])));

export const feeds = [
  {
    path: "/feeds/google.xml",
    type: "application/xml",
    start: ({ brand, description }: Settings["business"], link: string) =>
      `${XML}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${textElement("title", brand)}` +
      textElement("link", link) +
      textElement("description", description),
    toRow: (row: Row) => `\n<item>${toElements(row)}</item>`,
    end: "\n</channel></rss>\n",
  },
  { path: "/feeds/meta.csv", type: "text/csv", start: () => toCsvRow(META_COLUMNS), toRow: toLine, end: "" },
];

/** In parts that are large enough to compress. */
export async function* writeFeed({ start, toRow, end }: (typeof feeds)[number], catalogue: Catalogue, shop: Shop) {
  let text = start(shop.settings.business, shop.origin);
  for await (const page of pagesOf(catalogue, shop))
    for (const row of page) {
      text += toRow(row);
      if (text.length < PART_LENGTH) continue;
      yield text;
      text = "";
    }
  yield text + end;
}
