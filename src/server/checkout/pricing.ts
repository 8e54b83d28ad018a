import {
  type ConsultationMode,
  consultationPrice,
  expertItemTitle,
  packageItemTitle,
} from "../../contracts/appointments/consultation-rules.ts";
import type { Course } from "../../contracts/catalogue/course.ts";
import type { Expert } from "../../contracts/catalogue/expert.ts";
import type { Product } from "../../contracts/catalogue/product.ts";
import { priceOf, variantTitle } from "../../contracts/catalogue/variant-rules.ts";
import { toPaise, toRupees } from "../../contracts/money.ts";
import type { ItemParts } from "../../contracts/orders/item-rules.ts";
import type { QuotedLine, WantedLine } from "../../contracts/orders/quote.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { logoOf } from "../../contracts/settings/settings-rules.ts";
import { orderError } from "../orders/core/errors.ts";
import type { CheckoutDeps } from "./deps.ts";

/** A wanted line whose `itemId` was parsed. */
export type TypedLine = WantedLine & ItemParts;

export interface PricedLine extends TypedLine {
  title: string;
  pricePaise: number;
  image: string;
  /** A course's group link: stored with the order, never shown in a quote. */
  groupLink: string;
  /** Pieces in stock; `null` where there is no limit. */
  available: number | null;
  problem: QuotedLine["problem"];
  /** Set for products only. Used by coupons and the delivery charge. */
  category?: string;
  weightGrams?: number | null;
}

type Offer = Pick<PricedLine, "title" | "pricePaise" | "image" | "available" | "category" | "weightGrams"> & {
  groupLink?: string;
  problem?: "variant_required";
  /** Of a package, whose id does not name them. */
  minutes?: number;
};

type PricingDeps = Pick<CheckoutDeps, "catalogue" | "settings">;

/** A product, or one of its sizes. Undefined when it has no such size. */
function productOffer(product: Product, variantId: string | null): Offer | undefined {
  const { title, images, stock, variants, category, weightGrams } = product;
  const size = variants?.find(({ _id }) => _id === variantId);
  if (variantId !== null && !size) return undefined;
  return {
    title: size ? variantTitle(title, size.name) : title,
    pricePaise: toPaise(priceOf(product, size).offerPrice),
    image: images[0] ?? "",
    available: size ? size.stock : stock,
    ...(variants && !size && { problem: "variant_required" }),
    category,
    weightGrams,
  };
}

const courseOffer = ({ title, offerPrice, image, groupLink }: Course): Offer => ({
  title,
  pricePaise: toPaise(offerPrice),
  image: image ?? "",
  groupLink,
  available: null,
});

function packageOffer({ packages: { packages }, look }: Settings, title: string, mode: ConsultationMode) {
  const found = packages.find((one) => one.title === title);
  if (!found) return undefined;
  const { audioPrice, videoPrice, minutes } = found;
  const pricePaise = toPaise(mode === "audio" ? audioPrice : videoPrice);
  return { title: packageItemTitle(title, mode), pricePaise, image: logoOf(look), available: null, minutes };
}

/** An expert without a rate cannot be booked. */
function expertItemOffer(expert: Expert, mode: ConsultationMode, minutes: number): Offer | undefined {
  const rate = (mode === "audio" ? expert.audioPrice : expert.videoPrice) ?? expert.price;
  if (rate === null) return undefined;
  return {
    title: expertItemTitle(expert.name, mode, minutes),
    pricePaise: toPaise(consultationPrice(rate, minutes)),
    image: expert.images[0] ?? "",
    available: null,
  };
}

async function findOffers({ catalogue, settings }: PricingDeps, lines: readonly TypedLine[]) {
  const idsOf = (part: "productId" | "courseId" | "expertId") => lines.flatMap((line) => line[part] ?? []);
  const [current, products, courses, experts] = await Promise.all([
    settings.readForSale(),
    catalogue.products.findMany(idsOf("productId"), "checkout"),
    catalogue.courses.findMany(idsOf("courseId"), "checkout"),
    catalogue.experts.findMany(idsOf("expertId"), "checkout"),
  ]);

  return ({
    productId,
    variantId,
    courseId,
    expertId,
    package: title,
    mode,
    minutes,
  }: TypedLine): Offer | undefined => {
    const product = productId && products.get(productId);
    if (product) return productOffer(product, variantId);
    const course = courseId && courses.get(courseId);
    if (course) return courseOffer(course);
    const expert = expertId && experts.get(expertId);
    if (expert) return expertItemOffer(expert, mode!, minutes!);
    return title ? packageOffer(current, title, mode!) : undefined;
  };
}

const GONE = { title: "", pricePaise: 0, image: "", groupLink: "", available: 0, problem: "gone" } as const;

/** Prices each line, in order. Lines for the same item share its stock, first come first served. */
export async function priceLines(deps: PricingDeps, lines: readonly TypedLine[]): Promise<PricedLine[]> {
  const offerFor = await findOffers(deps, lines);
  const wantedSoFar = new Map<string, number>();
  return lines.map((line) => {
    const found = offerFor(line);
    if (!found) return { ...line, ...GONE };
    const offer = { groupLink: "", ...found };
    const wanted = (wantedSoFar.get(line.itemId) ?? 0) + line.qty;
    if (offer.available === null) return { ...line, ...offer, problem: null };
    wantedSoFar.set(line.itemId, wanted);
    const problem = offer.available === 0 ? "sold_out" : wanted > offer.available ? "short" : null;
    return { ...line, ...offer, problem: offer.problem ?? problem };
  });
}

export const toQuotedLine = (line: PricedLine): QuotedLine => ({
  itemId: line.itemId,
  itemType: line.itemType,
  title: line.title,
  price: toRupees(line.pricePaise),
  image: line.image,
  available: line.available,
  problem: line.problem,
});

export function outOfStock(lines: PricedLine[]) {
  const withoutSize = lines.findIndex(({ problem }) => problem === "variant_required");
  if (withoutSize >= 0) {
    const message = `Please choose a size of “${lines[withoutSize]!.title}”.`;
    const fields = { items: `Line ${withoutSize + 1}: ${message}` };
    return orderError("variant_required", { message, fields, data: { lines: lines.map(toQuotedLine) } });
  }
  const unavailable = lines.filter(({ problem }) => problem);
  const names = unavailable.map(({ title }) => title || "an item that is no longer sold").join(", ");
  return orderError("out_of_stock", {
    // `names` is empty if the stock was returned between the failed take and this pricing.
    ...(names && { message: `Not available in this quantity any more: ${names}.` }),
    data: { lines: lines.map(toQuotedLine) },
  });
}
