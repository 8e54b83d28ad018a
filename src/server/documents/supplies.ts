import type { DocumentKind, DocumentLine, Party, SellerMode } from "../../contracts/documents/document-rules.ts";
import { stateOfGstin } from "../../contracts/documents/gstin-rules.ts";
import { splitByWeight, sumOf } from "../../contracts/money.ts";
import { addressLines, isPiece } from "../../contracts/orders/cart-rules.ts";
import type { OrderStatus } from "../../contracts/orders/order-rules.ts";
import { type IndianState, stateOfPin } from "../../contracts/orders/state-rules.ts";
import { shareOfLine } from "../../contracts/refunds/refund-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { unpackedQty } from "../orders/core/line-progress.ts";
import { type FullOrder, type ItemRow, realPayments, refundableOf } from "../orders/core/order.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import { type DocumentRow, isInvoice } from "./document-table.ts";
import { rateOn, type TaxRate, taxHeads, untaxed } from "./tax.ts";

/** A document before it has its number. */
export type Draft = Pick<
  DocumentRow,
  "kind" | "cause" | "originalId" | "mode" | "seller" | "buyer" | "placeOfSupply" | "lines"
>;

/** Everything that decides which papers an order must have. */
export interface Facts {
  full: FullOrder;
  /** The order's documents that are not cancelled, oldest first. */
  issued: DocumentRow[];
  settings: Settings;
  /** The tax class of each line of the order. */
  classOf(item: ItemRow): string;
  /** When the first event happened that this look is for. */
  since: Date;
  day: string;
}

/** Why a paper cannot be issued yet, for the owner. */
export class PaperProblem extends Error {}

/** From this value on an invoice names an unregistered buyer with the address (Rule 46). */
const ADDRESS_NEEDED_PAISE = 50_000_00;

interface Part {
  item: ItemRow;
  qty: number;
}
interface Supply {
  cause: string;
  at: Date;
  parts: Part[];
}

/** What was charged for a line of the order. */
export const chargedFor = ({ pricePaise, qty, discountPaise }: ItemRow) => pricePaise * qty - discountPaise;

const NEVER = new Date(0);
const ALL_SENT = "rest";
export const shipmentCause = (id: string) => `shipment:${id}`;
/** What a paper is for, by the step that it belongs to. */
export const supplies = { paid: ["paid", "services"], shipped: [ALL_SENT] };
/** The part of a cause that names the supply: two papers of one supply differ in what follows. */
export const supplyOf = ({ cause }: Pick<DocumentRow, "cause">) => cause.replace(/\/.*$/, "");

const isSent = (status: OrderStatus) => status === "shipped" || status === "delivered";
const isPastPaid = (status: OrderStatus) => isSent(status) || status === "cancelled";

/** Pieces are invoiced when they leave, courses and appointments when they are paid. */
function suppliesOf(full: FullOrder): Supply[] {
  const { order, items, shipments, history } = full;
  const before = (n: number) => history[n - 1]?.status ?? "pending";
  /** Set back or opened again: what the status said before counts no more. */
  const opened = history.findLast(({ status }, n) => !isPastPaid(status) || before(n) === "cancelled");
  const sent = history.findLast(({ status }, n) => isSent(status) && !isSent(before(n)));
  const later = (at: Date | null) => new Date(Math.max(at?.getTime() ?? 0, opened?.at.getTime() ?? 0));
  const services = items.filter((item) => !isPiece(item)).map((item) => ({ item, qty: item.qty }));
  const out = shipments.filter(({ returnedAt }) => !returnedAt);
  const parcels = out.map(({ id, shippedAt, lines }) => ({
    cause: shipmentCause(id),
    at: later(shippedAt),
    parts: lines.map(({ lineIndex, qty }) => ({ item: items.find((one) => one.lineIndex === lineIndex)!, qty })),
  }));
  const rest = isSent(order.status) ? items.map((item) => ({ item, qty: unpackedQty(item, shipments) })) : [];
  return [
    { cause: "services", at: later(order.paidAt), parts: order.paidAt ? services : [] },
    ...parcels,
    { cause: ALL_SENT, at: sent?.at ?? NEVER, parts: rest.filter(({ qty }) => qty > 0) },
  ].filter(({ parts }) => parts.length > 0);
}

/** Whether a shipment was taken back or came back, or the status was set back: the paper is to be undone. */
export function isTakenBack({ order, shipments }: FullOrder, document: DocumentRow) {
  const supply = supplyOf(document);
  if (supplies.paid.includes(supply)) return order.paidAt === null;
  if (supply === ALL_SENT) return order.status === "pending" || order.status === "paid";
  const out = shipments.filter(({ returnedAt }) => !returnedAt);
  return supply.startsWith("shipment:") && !out.some(({ id }) => shipmentCause(id) === supply);
}

/** Money that went back with its order, outside the provider: nothing of the order is left to charge. */
export function isUndone(full: FullOrder) {
  const { status, deletedAt } = full.order;
  const isEnded = status === "cancelled" || (deletedAt && status !== "delivered");
  const real = realPayments(full);
  const isDealtWith = real.every(({ method }) => method !== "provider") || real.some(({ dealtWithAt }) => dealtWithAt);
  return Boolean(isEnded && isDealtWith && real.every((one) => one.dealtWithAt || refundableOf(one) === 0));
}

/** The first letters of the cause of a note for all that was taken back or undone. */
export const TAKEN_BACK = "back";
/** Credited as a whole, as if it had never been. What it was for may be sent or opened again. */
export const isClosed = (issued: DocumentRow[], { id }: DocumentRow) =>
  issued.some(({ originalId, cause }) => originalId === id && cause.startsWith(TAKEN_BACK));

export function sellerOf({ business, seller: { legalName, signatory } }: Settings): DocumentRow["seller"] {
  const { brand, address, gstin } = business;
  return { name: legalName || brand, address, state: stateOfGstin(gstin) ?? "", gstin, signatory };
}

const stateOf = ({ order: { shippingState, shippingPin } }: FullOrder): IndianState | "" =>
  shippingState || (stateOfPin(shippingPin) ?? "");

function buyerOf(full: FullOrder): Party {
  const { shippingName: name, shippingAddress: address, shippingPin: pin, buyerGstin: gstin } = full.order;
  return { name, address: addressLines({ address, pin }).split("\n").filter(Boolean), state: stateOf(full), gstin };
}

/** Pieces: where they go. Services: where a registered buyer is registered. Unknown: where the seller is. */
function placeOf(full: FullOrder, seller: Party, isWhereTheyGo: boolean): IndianState | "" {
  const registered = isWhereTheyGo ? undefined : stateOfGstin(full.order.buyerGstin);
  return registered ?? (stateOf(full) || seller.state);
}

/**
 * The shares of a line that is sent in parts add up exactly to its price. They are counted from the last piece, refunds
 * from the first: what is left after a refund is exactly what is invoiced.
 */
function amountsOf({ item, qty }: Part, before: number) {
  const share = (count: number) => shareOfLine(chargedFor(item), count, item.qty);
  const left = item.qty - before;
  const valuePaise = share(left) - share(left - qty);
  return { valuePaise, grossPaise: item.pricePaise * qty, discountPaise: item.pricePaise * qty - valuePaise };
}

const lineOf = ({ item, qty }: Part, rate: Pick<TaxRate, "code" | "treatment" | "rate">, before: number) => ({
  lineIndex: item.lineIndex,
  title: item.title,
  code: rate.code,
  isService: !isPiece(item),
  qty,
  ...amountsOf({ item, qty }, before),
  treatment: rate.treatment,
  rate: rate.rate,
});
type UntaxedLine = ReturnType<typeof lineOf>;

const deliveryLine = (of: UntaxedLine, paise: number) => ({
  ...of,
  lineIndex: null,
  title: "Delivery",
  qty: 1,
  grossPaise: paise,
  discountPaise: 0,
  valuePaise: paise,
});

/** A delivery charge goes with the pieces: shared out over their rates, or all at the highest. */
function withDelivery(
  lines: UntaxedLine[],
  paise: number,
  { tax }: Settings,
): (UntaxedLine | ReturnType<typeof deliveryLine>)[] {
  if (paise === 0) return lines;
  const rates = lines.filter(
    (line, n) => lines.findIndex(({ rate, treatment }) => rate === line.rate && treatment === line.treatment) === n,
  );
  const highest = rates.reduce((one, other) => (other.rate > one.rate ? other : one));
  const weights = rates.map(({ rate, treatment }) =>
    sumOf(
      lines.filter((line) => line.rate === rate && line.treatment === treatment).map(({ valuePaise }) => valuePaise),
    ),
  );
  if (tax.delivery === "highest" || sumOf(weights) === 0) return [...lines, deliveryLine(highest, paise)];
  const shares = splitByWeight(paise, weights);
  return [
    ...lines,
    ...rates.map((rate, n) => deliveryLine(rate, shares[n]!)).filter(({ valuePaise }) => valuePaise > 0),
  ];
}

const NO_TAX = { code: "", treatment: "exempt", rate: 0 } as const;

function confirmedRate({ settings: { tax }, classOf, day }: Facts, item: ItemRow): TaxRate {
  const rate = rateOn(tax, classOf(item), day);
  if (!rate) throw new PaperProblem(`${item.title} has a tax class that does not exist.`);
  if (!rate.confirmedBy) throw new PaperProblem(`The tax class “${rate.className}” is not confirmed.`);
  return rate;
}

function kindOf(mode: SellerMode, lines: Pick<DocumentLine, "treatment">[]): DocumentKind {
  const taxed = lines.filter(({ treatment }) => treatment === "taxable").length;
  if (mode === "composition" || taxed === 0) return "bill_of_supply";
  return taxed === lines.length ? "tax_invoice" : "invoice_cum_bill";
}

function checkParties({ full, settings }: Facts, seller: Party, lines: { valuePaise: number }[]) {
  if (!seller.gstin) throw new PaperProblem("The GSTIN of the shop is missing.");
  const value = sumOf(lines.map(({ valuePaise }) => valuePaise));
  const isNamed = full.order.shippingAddress !== "" || full.order.buyerGstin !== "";
  if (settings.seller.mode === "regular" && value >= ADDRESS_NEEDED_PAISE && !isNamed)
    throw new PaperProblem("An invoice of ₹50,000 or more needs the buyer's address.");
}

/** The papers of a supply: a registered buyer gets what is taxed and what is not on two. */
function draftsOf(facts: Facts, { cause, parts }: Supply): Draft[] {
  const { full, issued, settings } = facts;
  const { mode } = settings.seller;
  const seller = sellerOf(settings);
  const isOfPieces = cause !== "services";
  const linesBefore = issued
    .filter((one) => isInvoice(one) && !isTakenBack(full, one) && !isClosed(issued, one))
    .flatMap(({ lines }) => lines);
  const qtyBefore = ({ lineIndex }: ItemRow) =>
    sumOf(linesBefore.filter((line) => line.lineIndex === lineIndex).map(({ qty }) => qty));
  // A parcel may only give its tracking number to pieces that the status has sent.
  const due = isOfPieces
    ? parts.map(({ item, qty }) => ({ item, qty: Math.min(qty, item.qty - qtyBefore(item)) }))
    : parts;
  if (due.every(({ qty }) => qty <= 0)) return [];
  const isDelivered = linesBefore.some(({ lineIndex }) => lineIndex === null);
  const rateFor = (item: ItemRow) => (mode === "regular" ? confirmedRate(facts, item) : NO_TAX);
  const priced = due
    .filter(({ qty }) => qty > 0)
    .map((part) => lineOf(part, rateFor(part.item), isOfPieces ? qtyBefore(part.item) : 0));
  const lines = isOfPieces && !isDelivered ? withDelivery(priced, full.order.deliveryPaise, settings) : priced;
  checkParties(facts, seller, lines);
  const placeOfSupply = placeOf(full, seller, isOfPieces || mode === "composition");
  const isInterState = placeOfSupply !== seller.state;
  const taxed = lines.map((line) => ({
    ...line,
    ...(line.treatment === "taxable" ? taxHeads(line.valuePaise, line.rate, isInterState) : untaxed(line.valuePaise)),
  }));
  const earlier = issued.filter((one) => supplyOf(one) === cause).map((one) => Number(one.cause.split("/")[1]));
  const isTaxed = ({ treatment }: DocumentLine) => treatment === "taxable";
  const groups = full.order.buyerGstin ? [taxed.filter(isTaxed), taxed.filter((line) => !isTaxed(line))] : [taxed];
  return groups
    .filter((group) => group.length > 0)
    .map((group, n) => ({
      kind: kindOf(mode, group),
      cause: [cause, Math.max(-1, ...earlier) + 1 + n].join("/"),
      originalId: null,
      mode,
      seller,
      buyer: buyerOf(full),
      placeOfSupply,
      lines: group,
    }));
}

function receiptOf({ full, settings }: Facts): Draft {
  const lines = full.items.map((item) => lineOf({ item, qty: item.qty }, NO_TAX, 0));
  const whole = withDelivery(lines, full.order.deliveryPaise, settings);
  return {
    kind: "receipt",
    cause: "paid",
    originalId: null,
    mode: settings.seller.mode,
    seller: sellerOf(settings),
    buyer: buyerOf(full),
    placeOfSupply: "",
    lines: whole.map((line) => ({ ...line, ...untaxed(line.valuePaise) })),
  };
}

/** The papers for what was sold and is on none yet. A supply with a problem waits; the others get theirs. */
export function draftSupplies(facts: Facts): { drafts: Draft[]; problem: string } {
  const { full, issued, settings, since } = facts;
  const { mode, isReceiptGiven } = settings.seller;
  /** An earlier supply was looked at when it happened. It has no paper if the seller was not registered then. */
  const isMissing = ({ cause, at }: Supply) => {
    const own = issued.filter((one) => supplyOf(one) === cause);
    if (own.length === 0) return at.getTime() > since.getTime() - MINUTE_MS;
    return own.every((one) => isClosed(issued, one));
  };
  const wantsReceipt = mode === "unregistered" || (isReceiptGiven && full.items.some(isPiece));
  const hasReceipt = issued.some(({ kind }) => kind === "receipt");
  const drafts = wantsReceipt && full.order.paidAt && !hasReceipt ? [receiptOf(facts)] : [];
  let problem = "";
  const missing = mode === "unregistered" || isUndone(full) ? [] : suppliesOf(full).filter(isMissing);
  // One after the other: a delivery charge and the shares of a line depend on the papers before.
  for (const supply of missing) {
    const before = [...issued, ...drafts.map((draft) => ({ ...draft }) as DocumentRow)];
    try {
      drafts.push(...draftsOf({ ...facts, issued: before }, supply));
    } catch (error) {
      if (!(error instanceof PaperProblem)) throw error;
      problem = error.message;
    }
  }
  return { drafts, problem };
}
