import { formatRupees, sumOf, toPaise, toRupees } from "../money.ts";
import { isRecordedMethod } from "../payments/payment-rules.ts";
import { isOpenDispute } from "../refunds/refund-rules.ts";
import { isPiece } from "./cart-rules.ts";
import type { Order } from "./order.ts";
import { HOLD_MINUTES, isFulfilmentStep, type OrderStatus, UNPAID_DAYS } from "./order-rules.ts";

/** What of an order decides what a new status does to it. */
export interface OrderFacts {
  status: OrderStatus;
  /** Rupees. */
  total: number;
  /** Who has paid: nobody, the provider's payment, the owner by recording or marking it; or there was nothing to pay. */
  money: "none" | "provider" | "recorded" | "hand" | "free";
  /** Rupees that the owner recorded, also of an order that is paid in part. */
  received: number;
  /** Rupees of these that the owner has not returned. */
  returnable: number;
  /** Rupees of the provider's payment that have not gone back. */
  refundable: number;
  isDisputed: boolean;
  hasPieces: boolean;
  hasParcels: boolean;
  /** One of them has not come back. */
  hasParcelsOut: boolean;
  /** Pieces in no parcel. */
  loosePieces: number;
  /** Booked sessions to come. */
  sessions: number;
  hasBuyer: boolean;
  /** Whether the shop writes invoices. */
  isRegistered: boolean;
}

/** Rupees of the owner's records. */
function recordedIn({ payments = [] }: Order) {
  const recorded = payments.filter(({ method }) => isRecordedMethod(method));
  return toRupees(sumOf(recorded.map(({ amount }) => toPaise(amount))));
}

function moneyOf(order: Order, received: number): OrderFacts["money"] {
  const { paymentId, totalAmount, paidAt, status } = order;
  if (paymentId) return "provider";
  if (totalAmount === 0) return "free";
  if (received >= totalAmount) return "recorded";
  return paidAt !== undefined || status === "paid" ? "hand" : "none";
}

export function factsOf(order: Order, now: number, isRegistered: boolean): OrderFacts {
  const { status, items, totalAmount, paymentId, refundable = 0, returnable = 0 } = order;
  const { appointments = [], disputes = [], shipments = [], stockShort, shipping } = order;
  const received = recordedIn(order);
  return {
    status,
    total: totalAmount,
    money: moneyOf(order, received),
    received,
    returnable,
    refundable,
    isDisputed: disputes.some((one) => one.paymentId === paymentId && isOpenDispute(one.status)),
    hasPieces: !stockShort && items.some(isPiece),
    hasParcels: shipments.length > 0,
    hasParcelsOut: shipments.some(({ returnedAt }) => !returnedAt),
    loosePieces: sumOf(items.map(({ unpackedQty = 0 }) => unpackedQty)),
    sessions: appointments.filter(({ state, startsAt }) => state === "confirmed" && Date.parse(startsAt!) > now).length,
    hasBuyer: shipping.email !== "",
    isRegistered,
  };
}

export interface StatusQuestion {
  /** Instead of the name of the status. */
  title?: string;
  text: string[];
  /** Rupees that can be refunded at once. */
  refund?: number;
}

export const when = (condition: boolean, text: string) => (condition ? [text] : []);
const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const hasLeft = ({ status, hasParcelsOut }: OrderFacts) => isFulfilmentStep(status) || hasParcelsOut;

/** Rupees without what the owner recorded. */
export const restOf = ({ total, received }: OrderFacts) => toRupees(toPaise(total) - toPaise(received));

function moneyText(facts: OrderFacts) {
  const { money, received, returnable } = facts;
  if (money === "free") return "There was nothing to pay.";
  const ofRest = money === "recorded" ? "" : restText(facts);
  if (received === 0) return ofRest;
  const back = formatRupees(toRupees(toPaise(received) - toPaise(returnable)));
  const wentBack =
    returnable === 0 ? " All of it was returned." : returnable < received ? ` ${back} of it was returned.` : "";
  return `${formatRupees(received)} was received by hand.${wentBack} ${ofRest}`.trim();
}

function restText(facts: OrderFacts) {
  const { money, total, received, refundable, isDisputed } = facts;
  const rest = formatRupees(restOf(facts));
  if (money === "none") return received > 0 ? `${rest} is due.` : `It is not paid: ${rest} is due.`;
  if (money === "hand") return `${rest} was marked as paid by hand.`;
  if (refundable === 0) return "All of its money went back.";
  const isAll = refundable === total ? "was paid" : `of ${formatRupees(total)} is still with you`;
  return `${formatRupees(refundable)} ${isAll}.${isDisputed ? " The buyer disputes it: it cannot be refunded before that is closed." : ""}`;
}

function beforeCancelled(facts: OrderFacts): StatusQuestion | undefined {
  const { status, money, received, returnable, refundable, isDisputed } = facts;
  const { hasPieces, sessions, hasBuyer, isRegistered } = facts;
  const isMoneyIn = received > 0 || (money === "provider" ? refundable > 0 : money !== "none");
  if (!isMoneyIn && !hasLeft(facts) && sessions === 0) return undefined;
  const isRefundable = refundable > 0 && !isDisputed;
  return {
    text: [
      moneyText(facts),
      ...when(money === "hand" && returnable === 0, "Pay it back yourself: the shop cannot."),
      ...when(
        returnable > 0,
        `Pay ${money === "provider" ? "what you received" : "it"} back yourself, then record it as returned: the shop cannot send it.`,
      ),
      ...when(hasPieces, `Its pieces go back on the shelf${hasLeft(facts) ? ", also those that have left" : ""}.`),
      ...when(sessions > 0, `${countOf(sessions, "booked session is", "booked sessions are")} cancelled.`),
      ...when(
        isRegistered && (status !== "pending" || isMoneyIn),
        refundable > 0 || returnable > 0
          ? "Its invoices are credited as its money goes back."
          : "Its invoices are credited.",
      ),
      ...when(hasBuyer, "The buyer gets a mail."),
    ],
    ...(isRefundable && { refund: refundable }),
  };
}

/** The owner takes a mark back. */
export const NOT_PAID = "It was not paid";

const unpaidDocuments = ({ isRegistered, hasParcels }: OrderFacts) => {
  if (!isRegistered) return "Its receipt is cancelled.";
  return `Its documents are cancelled or credited${hasParcels ? ", but not the invoices of parcels that have left" : ""}.`;
};

function beforePending(facts: OrderFacts): StatusQuestion | undefined {
  const { status, money, received, hasPieces, hasParcels } = facts;
  const wasCancelled = status === "cancelled";
  if (money === "none" && (wasCancelled || !hasLeft(facts))) return undefined;
  if (money !== "none" && money !== "hand")
    return {
      text: [
        moneyText(facts),
        wasCancelled
          ? "Its pieces are taken from the shelf again."
          : "It keeps its money, its pieces, its times and its documents.",
        "The buyer is not asked to pay again. Links of courses and changes of sessions are closed until it goes on.",
      ],
    };
  return {
    ...(money === "hand" && { title: NOT_PAID }),
    text: [
      money === "hand"
        ? `It counts as not paid after all: ${formatRupees(restOf(facts))} is due again. ${unpaidDocuments(facts)}`
        : `${moneyText(facts)} Invoices of pieces in no parcel are cancelled or credited.`,
      ...(hasParcels
        ? ["A parcel has left, so its pieces stay reserved until you decide."]
        : [
            ...when(hasPieces && received === 0, `Its pieces are reserved for ${HOLD_MINUTES} minutes.`),
            received > 0
              ? "What was received stays, and its pieces stay reserved until you decide."
              : `If it is not paid within ${UNPAID_DAYS} days, the shop cancels it, with a mail to the buyer.`,
          ]),
    ],
  };
}

function beforePaid(facts: OrderFacts): StatusQuestion | undefined {
  const { money, loosePieces, hasBuyer, isRegistered } = facts;
  if (!isFulfilmentStep(facts.status) || loosePieces === 0) return beforeSentAgain(facts);
  return {
    text: [
      `${countOf(loosePieces, "piece")} in no parcel ${loosePieces === 1 ? "counts" : "count"} as not sent.`,
      ...when(isRegistered, "The invoice is cancelled, or credited if it is of an earlier month."),
      ...when(
        money === "none",
        `${formatRupees(restOf(facts))} is marked as paid by hand${hasBuyer ? ", and the buyer gets a mail" : ""}.`,
      ),
    ],
  };
}

function beforeSentAgain(facts: OrderFacts): StatusQuestion | undefined {
  const { status, money, refundable } = facts;
  if (status !== "cancelled" || money !== "provider" || refundable > 0) return undefined;
  return { text: [moneyText(facts), "The order goes on without it."] };
}

const questions: Record<OrderStatus, (facts: OrderFacts) => StatusQuestion | undefined> = {
  pending: beforePending,
  paid: beforePaid,
  shipped: beforeSentAgain,
  delivered: beforeSentAgain,
  cancelled: beforeCancelled,
};

/** What the screens ask before they set a status. Undefined when it hurts nothing. The API never asks. */
export const questionBefore = (to: OrderStatus, facts: OrderFacts) =>
  facts.status === to ? undefined : questions[to](facts);

/** What a status does to several orders. Nothing is refunded by it. */
export function bulkText(to: OrderStatus, all: readonly OrderFacts[]): string[] {
  const changed = all.filter(({ status }) => status !== to);
  const asked = changed.filter((facts) => questionBefore(to, facts));
  const rupees = (some: readonly OrderFacts[], amountOf: (facts: OrderFacts) => number) =>
    formatRupees(toRupees(sumOf(some.map((facts) => toPaise(amountOf(facts))))));
  const refundableOf = ({ refundable }: OrderFacts) => refundable;
  const ofOrders = (some: readonly OrderFacts[]) => `of ${countOf(some.length, "order")}`;
  const [byHand, recorded, byProvider] = [
    asked.filter(({ money }) => money === "hand"),
    asked.filter(({ returnable }) => returnable > 0),
    asked.filter(({ money, refundable }) => money === "provider" && refundable > 0),
  ];
  const told = changed.filter(({ hasBuyer }) => hasBuyer);
  const sessions = sumOf(asked.map((facts) => facts.sessions));
  const left = asked.filter((facts) => facts.hasPieces && hasLeft(facts));
  const mails: Record<OrderStatus, string[]> = {
    pending: [],
    paid: ["Buyers get a mail about it, each once."],
    shipped: ["Buyers get a mail about it, each once."],
    delivered: ["Buyers get a mail about it, each once."],
    cancelled: when(told.length > 0, `${countOf(told.length, "buyer gets", "buyers get")} a mail.`),
  };
  const effects: Record<OrderStatus, string[]> = {
    pending: [
      ...when(
        byHand.length > 0,
        `${rupees(byHand, restOf)} ${ofOrders(byHand)} is due again: documents are cancelled or credited.`,
      ),
      ...when(byProvider.length > 0, `${rupees(byProvider, refundableOf)} ${ofOrders(byProvider)} stays with you.`),
    ],
    paid: when(
      asked.length > 0,
      `Pieces in no parcel ${ofOrders(asked)} count as not sent: their invoices are cancelled or credited.`,
    ),
    shipped: [],
    delivered: [],
    cancelled: [
      ...when(
        byProvider.length > 0,
        `${rupees(byProvider, refundableOf)} ${ofOrders(byProvider)} stays with you until you refund it, on the page of each order.`,
      ),
      ...when(
        byHand.length > 0,
        `${rupees(byHand, restOf)} ${ofOrders(byHand)} was marked as paid by hand: pay it back yourself.`,
      ),
      ...when(
        recorded.length > 0,
        `${rupees(recorded, ({ returnable }) => returnable)} ${ofOrders(recorded)} was received by hand: pay it back yourself.`,
      ),
      ...when(left.length > 0, `Pieces ${ofOrders(left)} go back on the shelf although they have left.`),
      ...when(sessions > 0, `${countOf(sessions, "booked session is", "booked sessions are")} cancelled.`),
    ],
  };
  return [...effects[to], ...mails[to]];
}

/** The text of the browser's question. An order without money or invoice has only the first sentence. */
export function deletionText(facts: OrderFacts): string {
  const { status, money, total, received, returnable, refundable, sessions } = facts;
  const question = "Are you sure you want to delete this order?";
  if (money === "none" && received === 0 && !hasLeft(facts)) return question;
  const isOwed = (returnable > 0 || (money === "provider" && refundable > 0)) && status !== "delivered";
  return [
    `${question}\n`,
    `It is archived: you find it again with the filter “Archived”, with its documents.`,
    money === "free" ? "" : moneyText(facts),
    isOwed ? "This money waits for you on the dashboard until you refund it or mark it as dealt with." : "",
    sessions > 0 ? `${countOf(sessions, "booked session is", "booked sessions are")} cancelled, with mails.` : "",
    total > 0 || sessions > 0 ? "The buyer gets no mail about the order." : "",
  ]
    .filter(Boolean)
    .join("\n");
}
