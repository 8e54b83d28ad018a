import { packages, site } from "../../../site.config.ts";
import type { Course } from "../../contracts/course.ts";
import type { Expert } from "../../contracts/expert.ts";
import type { Product } from "../../contracts/product.ts";
import type { QuotedLine, WantedLine } from "../../contracts/quote.ts";
import type { Catalogue } from "../catalogue/service.ts";
import { toPaise, toRupees } from "../platform/money.ts";

/** A wanted line as the shop's own records price it. */
export interface PricedLine extends WantedLine {
  title: string;
  pricePaise: number;
  image: string;
  /** A course's way in: for the order's record, never for the visitor who asks what it costs. */
  groupLink: string;
  /** Pieces in stock; `null` where there is no limit. */
  available: number | null;
  problem: QuotedLine["problem"];
}

type Offer = Pick<PricedLine, "title" | "pricePaise" | "image" | "available"> & { groupLink?: string };

const modes = { audio: "Audio", video: "Video" } as const;
type Mode = keyof typeof modes;

const EXPERT_MINUTES = /^([0-9a-f-]{36})-(audio|video)-(30|60|90)$/;

function readExpertMinutes({ itemId, itemType }: WantedLine) {
  const [, id, mode, minutes] = (itemType === "consultancy" && EXPERT_MINUTES.exec(itemId)) || [];
  return id ? { id, mode: mode as Mode, minutes: Number(minutes) } : undefined;
}

const offerOfProduct = ({ title, offerPrice, images, stock }: Product): Offer => ({
  title,
  pricePaise: toPaise(offerPrice),
  image: images[0] ?? "",
  available: stock,
});

const offerOfCourse = ({ title, offerPrice, image, groupLink }: Course): Offer => ({
  title,
  pricePaise: toPaise(offerPrice),
  image: image ?? "",
  groupLink,
  available: null,
});

/** A package is named by its title and the way of meeting: `Deep Dive-audio`. */
const packageOffers = new Map<string, Offer>(
  packages.flatMap(({ title, audioPrice, videoPrice }) =>
    [["audio", audioPrice] as const, ["video", videoPrice] as const].map(([mode, price]) => [
      `${title}-${mode}`,
      { title: `${title} (${modes[mode]})`, pricePaise: toPaise(price), image: site.logo, available: null },
    ]),
  ),
);

/** Minutes with an expert; one who has set no rate cannot be booked. */
function offerOfMinutes(expert: Expert, mode: Mode, minutes: number): Offer | undefined {
  const rate = (mode === "audio" ? expert.audioPrice : expert.videoPrice) ?? expert.price;
  if (rate === null) return undefined;
  return {
    title: `${expert.name} (${modes[mode]}, ${minutes} min)`,
    pricePaise: toPaise(rate) * minutes,
    image: expert.images[0] ?? "",
    available: null,
  };
}

/** Everything the lines name, one query for each kind. */
async function findOffers(catalogue: Catalogue, lines: readonly WantedLine[]) {
  const idsOf = (type: WantedLine["itemType"]) =>
    lines.filter(({ itemType }) => itemType === type).map(({ itemId }) => itemId);
  const [products, courses, experts] = await Promise.all([
    catalogue.products.findMany(idsOf("product"), "public"),
    catalogue.courses.findMany(idsOf("course"), "owner"),
    catalogue.experts.findMany(
      lines.flatMap((line) => readExpertMinutes(line)?.id ?? []),
      "public",
    ),
  ]);

  return (line: WantedLine): Offer | undefined => {
    const product = line.itemType === "product" && products.get(line.itemId);
    if (product) return offerOfProduct(product);
    const course = line.itemType === "course" && courses.get(line.itemId);
    if (course) return offerOfCourse(course);
    if (line.itemType !== "consultancy") return undefined;
    const wanted = readExpertMinutes(line);
    const expert = wanted && experts.get(wanted.id);
    return expert ? offerOfMinutes(expert, wanted.mode, wanted.minutes) : packageOffers.get(line.itemId);
  };
}

const GONE = { title: "", pricePaise: 0, image: "", groupLink: "", available: 0, problem: "gone" } as const;

/** Prices each line, in order. Lines for the same product share its stock: the first ones take it. */
export async function priceLines(catalogue: Catalogue, lines: readonly WantedLine[]): Promise<PricedLine[]> {
  const offerFor = await findOffers(catalogue, lines);
  const taken = new Map<string, number>();
  return lines.map((line) => {
    const found = offerFor(line);
    if (!found) return { ...line, ...GONE };
    const offer = { groupLink: "", ...found };
    const wanted = (taken.get(line.itemId) ?? 0) + line.qty;
    if (offer.available === null) return { ...line, ...offer, problem: null };
    taken.set(line.itemId, wanted);
    const problem = offer.available === 0 ? "sold_out" : wanted > offer.available ? "short" : null;
    return { ...line, ...offer, problem };
  });
}

export const toQuotedLine = ({ pricePaise, qty: _, groupLink: __, ...line }: PricedLine): QuotedLine => ({
  ...line,
  price: toRupees(pricePaise),
});
