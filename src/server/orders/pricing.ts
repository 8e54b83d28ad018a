import {
  consultationModes,
  consultationPrice,
  type ExpertItem,
  expertItemTitle,
  packageItemId,
  packageItemTitle,
  parseExpertItemId,
} from "../../contracts/appointments/consultation-rules.ts";
import type { Course } from "../../contracts/catalogue/course.ts";
import type { Expert } from "../../contracts/catalogue/expert.ts";
import type { Product } from "../../contracts/catalogue/product.ts";
import { parseProductItemId, priceOf, variantTitle } from "../../contracts/catalogue/variant-rules.ts";
import { toPaise, toRupees } from "../../contracts/money.ts";
import type { CartQuote, QuotedLine, WantedLine } from "../../contracts/orders/quote.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { logoOf } from "../../contracts/settings/settings-rules.ts";
import type { Evaluation } from "../coupons/service.ts";
import { orderError } from "./errors.ts";
import type { OrderDeps } from "./service.ts";
import { quoteTotals, toRupeeTotals } from "./totals.ts";

export interface PricedLine extends WantedLine {
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
};

type PricingDeps = Pick<OrderDeps, "catalogue" | "settings">;

const parseExpertItem = ({ itemId, itemType }: WantedLine) =>
  itemType === "consultancy" ? parseExpertItemId(itemId) : undefined;

/** A product, or one of its sizes. Undefined when it has no such size. */
function productOffer(product: Product, variantId: string | undefined): Offer | undefined {
  const { title, images, stock, variants, category, weightGrams } = product;
  const size = variants?.find(({ _id }) => _id === variantId);
  if (variantId !== undefined && !size) return undefined;
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

function packageOffer({ packages: { packages }, look }: Settings, itemId: string): Offer | undefined {
  for (const { title, audioPrice, videoPrice } of packages) {
    const mode = consultationModes.find((one) => packageItemId(title, one) === itemId);
    if (!mode) continue;
    const pricePaise = toPaise(mode === "audio" ? audioPrice : videoPrice);
    return { title: packageItemTitle(title, mode), pricePaise, image: logoOf(look), available: null };
  }
  return undefined;
}

/** An expert without a rate cannot be booked. */
function expertItemOffer(expert: Expert, { mode, minutes }: ExpertItem): Offer | undefined {
  const rate = (mode === "audio" ? expert.audioPrice : expert.videoPrice) ?? expert.price;
  if (rate === null) return undefined;
  return {
    title: expertItemTitle(expert.name, mode, minutes),
    pricePaise: toPaise(consultationPrice(rate, minutes)),
    image: expert.images[0] ?? "",
    available: null,
  };
}

async function findOffers({ catalogue, settings }: PricingDeps, lines: readonly WantedLine[]) {
  const idsOf = (type: WantedLine["itemType"]) =>
    lines.filter(({ itemType }) => itemType === type).map(({ itemId }) => itemId);
  const [current, products, courses, experts] = await Promise.all([
    settings.readForSale(),
    catalogue.products.findMany(
      idsOf("product").map((itemId) => parseProductItemId(itemId).productId),
      "checkout",
    ),
    catalogue.courses.findMany(idsOf("course"), "checkout"),
    catalogue.experts.findMany(
      lines.flatMap((line) => parseExpertItem(line)?.expertId ?? []),
      "checkout",
    ),
  ]);

  return (line: WantedLine): Offer | undefined => {
    const { productId, variantId } = parseProductItemId(line.itemId);
    const product = line.itemType === "product" && products.get(productId);
    if (product) return productOffer(product, variantId);
    const course = line.itemType === "course" && courses.get(line.itemId);
    if (course) return courseOffer(course);
    if (line.itemType !== "consultancy") return undefined;
    const item = parseExpertItem(line);
    const expert = item && experts.get(item.expertId);
    return expert ? expertItemOffer(expert, item) : packageOffer(current, line.itemId);
  };
}

const GONE = { title: "", pricePaise: 0, image: "", groupLink: "", available: 0, problem: "gone" } as const;

/** Prices each line, in order. Lines for the same item share its stock, first come first served. */
export async function priceLines(deps: PricingDeps, lines: readonly WantedLine[]): Promise<PricedLine[]> {
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

export const toQuotedLine = ({
  pricePaise,
  qty: _,
  groupLink: __,
  category: ___,
  weightGrams: ____,
  ...line
}: PricedLine): QuotedLine => ({
  ...line,
  price: toRupees(pricePaise),
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

interface QuoteFor {
  coupon: string | undefined;
  pin: string | undefined;
  userId: string | undefined;
  ip: string;
  /** Counts lines with too little stock or without a size too, everything that has a price. */
  isEstimate?: boolean;
}

function toCoupon(code: string | undefined, evaluation: Evaluation | undefined): CartQuote["coupon"] {
  if (!code || !evaluation) return null;
  if (evaluation.problem !== undefined) return { code, problem: evaluation.problem };
  const { isDeliveryFree, note } = evaluation;
  return { code, ...(isDeliveryFree && { freeDelivery: true }), ...(note && { note }) };
}

/** Prices a cart, in paise. The totals exclude unavailable lines; those of an estimate only what is gone. */
export async function priceCart(
  deps: OrderDeps,
  wanted: readonly WantedLine[],
  { coupon, pin = "", userId, ip, isEstimate = false }: QuoteFor,
) {
  const lines = await priceLines(deps, wanted);
  const sold = lines.filter(({ problem }) => !problem);
  const counted = isEstimate ? lines.filter(({ problem }) => problem !== "gone") : sold;
  const priced = await quoteTotals(deps, { lines: counted, coupon, pin, userId }, ip);
  // Appointments also have their expert, and with opening hours their bookable times.
  const bookable = await deps.appointments.findBookable(sold, userId);
  const quoted = lines.map((line): QuotedLine => ({ ...toQuotedLine(line), ...bookable.get(line) }));
  return { ...priced, lines, quoted };
}
export type PricedCart = Awaited<ReturnType<typeof priceCart>>;

/** A cart with its totals, in rupees. */
export async function quoteCart(deps: OrderDeps, wanted: readonly WantedLine[], by: QuoteFor): Promise<CartQuote> {
  const { quoted, totals, evaluation } = await priceCart(deps, wanted, by);
  return { lines: quoted, ...toRupeeTotals(totals), coupon: toCoupon(by.coupon, evaluation) };
}
