import { randomUUID } from "node:crypto";
import { defaultSettings } from "../../site.config.ts";
import { splitByWeight, sumOf, toPaise, toRupees } from "../../src/contracts/money.ts";
import { isPiece } from "../../src/contracts/orders/cart-rules.ts";
import type { OrderStatus } from "../../src/contracts/orders/order-rules.ts";
import type { Settings } from "../../src/contracts/settings/settings.ts";
import { cancellable, draftCredits } from "../../src/server/documents/credits.ts";
import { type DocumentRow, isInvoice } from "../../src/server/documents/document-table.ts";
import { dateOf } from "../../src/server/documents/issue.ts";
import { chargedFor, type Draft, draftSupplies } from "../../src/server/documents/supplies.ts";
import { chooseLines, unpackedQty } from "../../src/server/orders/core/line-progress.ts";
import {
  type FullOrder,
  type ItemRow,
  type OrderRow,
  type OrderShipment,
  providerPayment,
} from "../../src/server/orders/core/order.ts";
import type { RefundRow } from "../../src/server/orders/core/refund-table.ts";
import { DAY_MS } from "../../src/server/platform/clock.ts";
import { indianDay } from "../../src/server/platform/indian-time.ts";
import { planRefund, type RefundedLines } from "../../src/server/refunds/plan-refund.ts";
import { confirmedTax, GSTIN, type TrailOptions, typeOf } from "./paper-shop.ts";
import { samplePayment } from "./sample-order.ts";

const isSent = (status: OrderStatus) => status === "shipped" || status === "delivered";

/** An order in memory with the papers that its events give, issued as `issueMissing` does. */
export function openTrail({ lines, ...options }: TrailOptions) {
  let now = new Date(options.at ?? "2026-11-10T12:00:00+05:30");
  /** When the oldest event happened that still lacks a paper. */
  let owedSince: Date | undefined;
  let problem = "";
  let settings: Settings = {
    ...defaultSettings,
    business: { ...defaultSettings.business, gstin: GSTIN },
    seller: {
      ...defaultSettings.seller,
      mode: options.mode ?? "regular",
      isReceiptGiven: options.isReceiptGiven ?? false,
    },
    tax: { ...confirmedTax(options.unconfirmed), delivery: options.deliveryTax ?? "pieces" },
  };
  const classes = lines.map(({ of = "gemstone" }) => of);
  const gross = lines.map(({ price, qty = 1 }) => toPaise(price) * qty);
  const discounts = splitByWeight(toPaise(options.coupon ?? 0), gross);
  const items = lines.map(
    ({ price, qty = 1 }, lineIndex) =>
      ({
        lineIndex,
        itemId: `item${lineIndex}`,
        itemType: typeOf(classes[lineIndex]!),
        title: `Line ${lineIndex}`,
        pricePaise: toPaise(price),
        qty,
        restockedQty: 0,
        refundedQty: 0,
        discountPaise: discounts[lineIndex]!,
      }) as ItemRow,
  );
  const deliveryPaise = toPaise(options.delivery ?? 0);
  const totalPaise = sumOf(items.map(chargedFor)) + deliveryPaise;
  const order = {
    id: randomUUID(),
    status: "pending",
    totalPaise,
    deliveryPaise,
    paidAt: null,
    agentCheckoutId: null,
    deletedAt: null,
    shippingName: "Meera Test",
    shippingAddress: options.address ?? "12 Tara Marg",
    shippingPin: options.pin ?? "",
    shippingState: options.state ?? "Maharashtra",
    buyerGstin: options.gstin ?? "",
  } as Partial<OrderRow> as OrderRow;
  const full: FullOrder = {
    order,
    items,
    history: [],
    events: [],
    eventCount: { all: 0, public: 0 },
    addressChange: null,
    shipments: [],
    payments: [],
    refunds: [],
    refundLines: [],
    disputes: [],
  };
  const documents: DocumentRow[] = [];
  /** Whether the status has said that everything left, and was not set back since. */
  let isSentByHand = false;
  let count = 0;

  const payment = () => providerPayment(full);

  const madeRefunds = () =>
    full.refunds.filter(({ paymentId, status }) => paymentId === payment()?.paymentId && status !== "failed");
  const refundedPaise = () => sumOf(madeRefunds().map(({ amountPaise }) => amountPaise));
  const refundLinesOf = (lineIndex: number) =>
    full.refundLines.filter(
      (line) => line.lineIndex === lineIndex && madeRefunds().some(({ id }) => id === line.refundId),
    );

  /** As `refundedQtyOf` counts. */
  function countRefunded() {
    const isAll = madeRefunds().length > 0 && refundedPaise() >= totalPaise;
    for (const item of items) {
      const refunded = sumOf(refundLinesOf(item.lineIndex).map(({ qty }) => qty));
      item.refundedQty = isAll ? item.qty : Math.min(item.qty, refunded);
    }
  }

  function insert(draft: Draft, at: Date) {
    count += 1;
    const sum = (part: "valuePaise" | "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise") =>
      sumOf(draft.lines.map((line) => line[part]));
    const row = {
      ...draft,
      id: `${count}`.padStart(6, "0"),
      day: indianDay(at),
      cancelledAt: null,
      valuePaise: sum("valuePaise"),
      taxablePaise: sum("taxablePaise"),
      cgstPaise: sum("cgstPaise"),
      sgstPaise: sum("sgstPaise"),
      igstPaise: sum("igstPaise"),
    } as DocumentRow;
    const isTaken = documents.some(({ cause, cancelledAt }) => cause === row.cause && !cancelledAt);
    if (isTaken) throw new Error(`${row.cause} has a paper already`);
    documents.push(row);
    return row;
  }

  /** Returns how many papers it made or cancelled. */
  function issue() {
    const before = documents.filter(({ cancelledAt }) => !cancelledAt).length + documents.length;
    const since = owedSince ?? now;
    const at = dateOf(since, now);
    const facts = { full, settings, since, day: indianDay(at), classOf: (item: ItemRow) => classes[item.lineIndex]! };
    const issued = documents.filter(({ cancelledAt }) => !cancelledAt);
    for (const document of cancellable({ ...facts, issued })) document.cancelledAt = at;
    const live = issued.filter(({ cancelledAt }) => !cancelledAt);
    const drafted = draftSupplies({ ...facts, issued: live });
    for (const draft of drafted.drafts) live.push(insert(draft, at));
    for (const draft of draftCredits({ ...facts, issued: live })) insert(draft, at);
    problem = drafted.problem;
    if (!problem) owedSince = undefined;
    return documents.filter(({ cancelledAt }) => !cancelledAt).length + documents.length - before;
  }

  function changed() {
    countRefunded();
    owedSince ??= now;
    issue();
  }

  function move(status: OrderStatus) {
    if (status === order.status) return;
    order.status = status;
    if (isSent(status)) isSentByHand = true;
    else if (status !== "cancelled") isSentByHand = false;
    full.history.push({ status, at: now } as FullOrder["history"][number]);
  }

  function addRefund(amountPaise: number, refunded: { lineIndex: number; qty: number; amountPaise: number }[]) {
    const row = { id: randomUUID(), paymentId: payment()!.paymentId, amountPaise, status: "processed" } as RefundRow;
    full.refunds.push(row);
    full.refundLines.push(...refunded.map((line) => ({ ...line, refundId: row.id, orderId: order.id })));
    changed();
  }

  const trail = {
    full,
    documents,
    totalPaise,
    refundedPaise,
    problem: () => problem,
    issue,

    /** Paid through the provider. */
    pay() {
      if (payment()) return;
      order.paidAt ??= now;
      full.payments.push(samplePayment({ amountPaise: totalPaise, at: now }));
      if (order.status === "pending") move("paid");
      changed();
    },
    /** A status that the owner sets. */
    set(status: OrderStatus) {
      const paid = payment();
      if (order.status === "cancelled" && paid) paid.dealtWithAt = null;
      if (status === "paid") order.paidAt ??= now;
      if (status === "pending" && !paid && totalPaise > 0) order.paidAt = null;
      move(status);
      changed();
    },
    /** Pieces of lines, such as `{ 0: 2 }`; without it all that is left. */
    ship(wanted?: Record<number, number>) {
      const pieces =
        wanted && Object.entries(wanted).map(([lineIndex, qty]) => ({ itemId: items[Number(lineIndex)]!.itemId, qty }));
      const chosen = chooseLines(items, full.shipments, pieces);
      const id = randomUUID();
      const shipment = { id, shippedAt: now, lines: chosen.map((line) => ({ ...line, shipmentId: id })) };
      full.shipments.push(shipment as OrderShipment);
      if (items.every((item) => unpackedQty(item, full.shipments) === 0)) move("shipped");
      changed();
    },
    takeBack(index = full.shipments.length - 1) {
      if (full.shipments.splice(index, 1).length === 0) return;
      if (order.status === "shipped") move(order.paidAt ? "paid" : "pending");
      changed();
    },
    comeBack(index = full.shipments.length - 1) {
      if (!full.shipments[index] || full.shipments[index].returnedAt) return;
      full.shipments[index].returnedAt = now;
      if (order.status === "shipped") move(order.paidAt ? "paid" : "pending");
      changed();
    },
    refundLines(wanted: Record<number, number>, { restock = false } = {}) {
      const refunded: RefundedLines = new Map(
        items.map(({ lineIndex }) => {
          const own = refundLinesOf(lineIndex);
          const amountPaise = sumOf(own.map((line) => line.amountPaise));
          return [lineIndex, { qty: sumOf(own.map(({ qty }) => qty)), amountPaise }];
        }),
      );
      const form = Object.entries(wanted).map(([line, qty]) => ({ itemId: items[Number(line)]!.itemId, qty }));
      const left = totalPaise - refundedPaise();
      const plan = planRefund({ items }, { lines: form } as never, { refunded, wholePaise: left });
      if (plan.amountPaise > left) throw new Error("too much");
      if (restock)
        for (const { lineIndex, qty } of plan.lines.filter(({ lineIndex }) => isPiece(items[lineIndex]!)))
          items[lineIndex]!.restockedQty = Math.min(items[lineIndex]!.qty, items[lineIndex]!.restockedQty + qty);
      addRefund(plan.amountPaise, plan.lines);
    },
    refundAmount: (rupees: number) => addRefund(toPaise(rupees), []),
    refundAll: () => addRefund(totalPaise - refundedPaise(), []),
    /** The last refund fails. */
    failRefund() {
      const last = full.refunds.findLast(({ status }) => status !== "failed");
      if (!last) return;
      last.status = "failed";
      changed();
    },
    /** The last failed refund is tried again. */
    retryRefund() {
      const failed = full.refunds.findLast(({ status }) => status === "failed")!;
      addRefund(
        failed.amountPaise,
        full.refundLines.filter(({ refundId }) => refundId === failed.id),
      );
    },
    /** The owner has paid the money of an order that ended back outside the provider. */
    dealWith() {
      payment()!.dealtWithAt = now;
      changed();
    },
    remove() {
      order.deletedAt = now;
      changed();
    },
    wait(days: number) {
      now = new Date(now.getTime() + days * DAY_MS);
    },
    change<G extends "seller" | "tax" | "business">(group: G, values: Partial<Settings[G]>) {
      settings = { ...settings, [group]: { ...settings[group], ...values } };
    },
    /** The buyer, or the owner for them, corrects the address. */
    correct: (columns: Partial<OrderRow>) => void Object.assign(order, columns),

    /** What the invoices say, less their credit notes. Rupees. */
    net() {
      const live = documents.filter(({ cancelledAt, kind }) => !cancelledAt && kind !== "receipt");
      return toRupees(sumOf(live.map((one) => (isInvoice(one) ? one.valuePaise : -one.valuePaise))));
    },
    /** Pieces of a line that left and are not back, at most. */
    leftQty: (item: ItemRow) =>
      isPiece(item)
        ? isSentByHand
          ? item.qty
          : sumOf(
              full.shipments
                .filter(({ returnedAt }) => !returnedAt)
                .flatMap((one) => one.lines)
                .filter((line) => line.lineIndex === item.lineIndex)
                .map(({ qty }) => qty),
            )
        : order.paidAt
          ? item.qty
          : 0,
    /** Such as `tax_invoice 999.00 Maharashtra`, in the order of their numbers. */
    papers: () =>
      documents.map(({ kind, valuePaise, placeOfSupply, cancelledAt }) =>
        [kind, toRupees(valuePaise).toFixed(2), placeOfSupply, cancelledAt && "cancelled"].filter(Boolean).join(" "),
      ),
  };
  return trail;
}
export type Trail = ReturnType<typeof openTrail>;
