import type { CartRequest, CheckoutRequest, Destination } from "../../contracts/agents/sale-requests.ts";
import { sumOf } from "../../contracts/money.ts";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { WantedLine } from "../../contracts/orders/quote.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Checkout, PricedCart, PricedLine } from "../checkout/service.ts";
import type { ShopError } from "../platform/http/errors.ts";
import type { Platform } from "../platform/platform.ts";
import type { SettingsService } from "../settings/service.ts";
import { pinOf } from "./destination.ts";
import { toWantedLines, withinLimits } from "./items.ts";
import { type Agent, failure, type Message, message } from "./operations.ts";

export interface SaleDeps extends Pick<Platform, "db" | "clock" | "limiter" | "keyedHash" | "publicUrl"> {
  catalogue: Catalogue;
  checkout: Checkout;
  settings: SettingsService;
}

/** What is stored of a request. It has no prices: they are computed when it is read. */
export type Sale = Pick<CartRequest, "buyer" | "context"> & {
  lines: WantedLine[];
  /** How many items were sent that the shop does not have. They are not stored: anybody can send long ones. */
  unknown?: number;
  destination?: (Destination & { id: string }) | undefined;
  codes?: string[] | undefined;
  /** The first of the codes that applied when they were sent, and why those before it did not. */
  coupon?: string | undefined;
  refused?: { problem: string; isExpired?: boolean }[];
};

/** The `destination` of an update that names a method without one stays. */
export async function toSale(
  { catalogue }: SaleDeps,
  { capabilities }: Agent,
  { line_items, buyer, context, discounts, fulfillment }: CheckoutRequest,
  before?: Sale,
): Promise<Sale> {
  const isDiscounted = capabilities.has("dev.ucp.shopping.discount");
  const codes = isDiscounted && discounts?.codes ? [...new Set(discounts.codes)].filter(Boolean) : undefined;
  const isSent = capabilities.has("dev.ucp.shopping.fulfillment") && fulfillment?.methods?.length;
  const destination = isSent ? (destinationOf(fulfillment) ?? before?.destination) : undefined;
  return { lines: await toWantedLines(catalogue, line_items), buyer, context, codes, destination };
}

/** The selected address, else the first. */
function destinationOf({ methods = [] }: NonNullable<CheckoutRequest["fulfillment"]>) {
  const all = methods.flatMap(({ destinations = [] }) => destinations);
  const isSelected = ({ id }: Destination) => id && methods.some((method) => method.selected_destination_id === id);
  const chosen = all.find(isSelected) ?? all[0];
  return chosen && { ...chosen, id: chosen.id || "address" };
}

/** The lines as an order can have them. */
export const wantedLines = async ({ settings }: SaleDeps, { lines }: Sale) =>
  withinLimits(lines, (await settings.read()).delivery.maxPiecesPerOrder);

/** One quote of the shop for a visitor. Holds nothing. */
export async function price(deps: SaleDeps, sale: Sale, ip: string): Promise<PricedCart> {
  const wanted = await wantedLines(deps, sale);
  const by = { pin: pinOf(sale), userId: undefined, ip, isEstimate: true };
  return deps.checkout.priceCart(wanted, { ...by, coupon: sale.coupon }).catch(async (error: ShopError) => {
    // Wrong codes are limited by address, which all people of an agent share. They can buy without a code.
    if (error.status !== 429) throw error;
    const priced = await deps.checkout.priceCart(wanted, { ...by, coupon: undefined });
    return { ...priced, evaluation: { problem: error.message } };
  });
}

/** Prices what was sent, with the first code that applies. Reads do not try the others: wrong codes are counted. */
export async function choose(deps: SaleDeps, sent: Sale, ip: string): Promise<{ sale: Sale; priced: PricedCart }> {
  const refused: NonNullable<Sale["refused"]> = [];
  for (const coupon of [...(sent.codes ?? []), undefined]) {
    const sale = { ...sent, coupon, refused };
    const priced = await price(deps, sale, ip);
    if (priced.evaluation?.problem === undefined) return { sale, priced };
    refused.push(priced.evaluation);
  }
  throw new Error("A cart without a code has a price.");
}

/** What is stored of a request, with its price: without items that the shop does not have, unless there are no others. */
export async function prepare(deps: SaleDeps, sent: Sale, ip: string) {
  const chosen = await choose(deps, sent, ip);
  const { lines } = chosen.priced;
  const known = chosen.sale.lines.filter((_, n) => lines[n]!.problem !== "gone");
  if (known.length === 0 || known.length === lines.length) return chosen;
  const sale = { ...chosen.sale, lines: known, unknown: (sent.unknown ?? 0) + lines.length - known.length };
  return { sale, priced: await price(deps, sale, ip) };
}

/** The reply where the shop has none of the items. */
export const refuseUnknown = ({ lines }: PricedCart, publicUrl: string) =>
  lines.every(({ problem }) => problem === "gone") ? noneAvailable(publicUrl) : undefined;

const noneAvailable = (publicUrl: string) =>
  failure("item_unavailable", "None of these items can be bought now.", publicUrl);

/** The reply where nothing can be bought. */
export function refuseNothing({ lines }: PricedCart, publicUrl: string) {
  const isNothing = lines.every(({ problem, available }) => problem === "gone" || available === 0);
  return isNothing ? noneAvailable(publicUrl) : undefined;
}

type Line = Pick<PricedLine, "itemId" | "itemType" | "title" | "pricePaise" | "qty" | "image">;
type Amounts = { discount: number; delivery: number; total: number };

/** Lines and totals in paise. All entries but the total add up to it. */
export async function describe({ settings, publicUrl }: SaleDeps, lines: readonly Line[], amounts: Amounts) {
  const { discount, delivery, total } = amounts;
  const entry = (type: string, amount: number, display_text: string) => ({ type, amount, display_text });
  const amountOf = ({ pricePaise, qty }: Line) => pricePaise * qty;
  const isTaxed = (await settings.read()).seller.mode === "regular";
  return {
    line_items: lines.map((line) => ({
      id: line.itemId,
      item: {
        id: line.itemId,
        title: line.title || "Not available",
        price: line.pricePaise,
        ...(line.image && { image_url: new URL(line.image, publicUrl).href }),
      },
      quantity: line.qty,
      totals: ["subtotal", "total"].map((type) => ({ type, amount: amountOf(line) })),
    })),
    currency: "INR",
    totals: [
      entry("subtotal", sumOf(lines.map(amountOf)), "Subtotal"),
      ...(discount > 0 ? [entry("discount", -discount, "Discount")] : []),
      ...(lines.some(isPiece) ? [entry("fulfillment", delivery, "Delivery")] : []),
      entry("total", total, isTaxed ? "Total (GST included)" : "Total"),
    ],
    links: [
      { type: "privacy_policy", url: `${publicUrl}/privacy_policy` },
      { type: "terms_of_service", url: `${publicUrl}/terms_and_conditions` },
    ],
  };
}

/** Free delivery is shown as the usual charge and a discount of the same amount. */
export async function describeSale(deps: SaleDeps, { codes, coupon: code, buyer }: Sale, priced: PricedCart) {
  const { lines, totals, freedPaise } = priced;
  const [amount, delivery] = [totals.discount + freedPaise, totals.delivery + freedPaise];
  const applied = amount > 0 && { applied: [{ code, title: `Coupon ${code}`, amount }] };
  return {
    ...(await describe(deps, lines, { discount: amount, delivery, total: totals.total })),
    ...(codes && { discounts: { codes, ...applied } }),
    ...(buyer && { buyer }),
  };
}

function codeMessages({ codes = [], coupon, refused = [] }: Sale, { evaluation }: PricedCart) {
  return codes.flatMap((code, n) => {
    const warn = (reason: string, content: string) =>
      message(`discount_code_${reason}`, content, undefined, `$.discounts.codes[${n}]`);
    const result = refused[n] ?? (code === coupon ? evaluation : undefined);
    if (result?.problem !== undefined) return warn(result.isExpired ? "expired" : "invalid", result.problem);
    return code === coupon ? [] : warn("combination_disallowed", "An order can have one code.");
  });
}

/** What is wrong with a line of the cart. */
function lineMessages({ title, available, problem }: PricedLine, path: string): Message[] {
  const stock = (content: string, at = path) => [message("out_of_stock", `“${title}” ${content}`, "recoverable", at)];
  if (problem === "gone") return [message("item_unavailable", "This item is not sold here.", "recoverable", path)];
  if (available === 0) return stock("is sold out.");
  if (problem === "short") return stock(`has only ${available} in stock.`, `${path}.quantity`);
  if (!problem) return [];
  const content = `Please choose a size of “${title}”.`;
  return [message("variant_required", content, "requires_buyer_input", `${path}.item.id`)];
}

function unknownMessages({ unknown = 0 }: Sale) {
  if (unknown === 0) return [];
  const content = `${unknown} of the items sent ${unknown === 1 ? "is" : "are"} not sold here and left out.`;
  return [message("item_unavailable", content, "recoverable", "$.line_items")];
}

export function saleMessages(sale: Sale, priced: PricedCart): Message[] {
  const ofLines = priced.lines.flatMap((line, n) => {
    const path = `$.line_items[${n}]`;
    const time = `Please choose a time for “${line.title}”.`;
    const most = `An order can have at most ${line.qty} here.`;
    return [
      ...lineMessages(line, path),
      ...(priced.quoted[n]!.session ? [message("session_time_required", time, "requires_buyer_input", path)] : []),
      ...(line.qty < sale.lines[n]!.qty ? [message("quantity_adjusted", most, undefined, `${path}.quantity`)] : []),
    ];
  });
  return [...ofLines, ...unknownMessages(sale), ...codeMessages(sale, priced)];
}
