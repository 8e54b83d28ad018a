import { randomUUIDv7 } from "node:crypto";
import type { RefundRequest } from "../../contracts/refunds/refund.ts";
import type { Command } from "../orders/core/commands.ts";
import {
  type FullOrder,
  isMark,
  type PaymentRow,
  providerPayment,
  realPayments,
  refundableOf,
  wholeRefundOf,
} from "../orders/core/order.ts";
import type { RefundRow } from "../orders/core/refund-table.ts";
import type { Transaction } from "../platform/database/database.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { badInput } from "../platform/http/errors.ts";
import { hashRequest } from "../platform/sha256.ts";
import type { RefundDeps } from "./deps.ts";
import { refundError } from "./errors.ts";
import { checkDisputes, isDisputed, refundedLinesOf } from "./ledger.ts";
import { checkLimit, type PlannedLine, planAppointment, planRefund, type RefundPlan } from "./plan-refund.ts";
import { enqueueSend } from "./refund-jobs.ts";

export interface RefundOrigin {
  orderId: string;
  ownerId: string;
}

export interface CancelledAppointment {
  orderId: string;
  lineIndex: number;
  appointmentId: string;
}

export const findByKey = ({ refunds }: FullOrder, key: string) => refunds.find((row) => row.key === key);

/** The refund of an earlier request with the same key. */
export function findRepeated(full: FullOrder, form: RefundRequest, key: string) {
  const repeated = findByKey(full, key);
  if (repeated && repeated.requestHash !== hashRequest(form)) throw refundError("idempotency_key_used");
  return repeated;
}

/** Which lines it refunds, with earlier refunds, and which pieces go back: all of them with the rest of the money. */
export function coverOf(full: FullOrder, form: RefundRequest, { amountPaise, lines, restock }: RefundPlan) {
  if (!form.lines && amountPaise < wholeRefundOf(full)) return {};
  const refunded = refundedLinesOf(full);
  const covered = lines.map(({ lineIndex, qty }) => ({ lineIndex, qty: qty + (refunded.get(lineIndex)?.qty ?? 0) }));
  return { covers: form.lines ? covered : ("all" as const), restock: form.restock ? restock : [] };
}

const PAID_BY_HAND =
  "This order was marked as paid by hand, so the payment provider has no money of it. Pay the buyer directly.";

const RECORDED =
  "The money of this order came without the payment provider, so the provider has none of it. Pay the buyer directly. Then record it here as returned, with the method.";

/** Why an order without a payment of the provider cannot be refunded here. */
function whyNotRefundable(full: FullOrder) {
  const { status, totalPaise } = full.order;
  if (realPayments(full).length > 0) return RECORDED;
  if (totalPaise === 0) return "There was nothing to pay for this order, so there is nothing to refund.";
  if (status === "pending" || status === "cancelled") return "This order has not been paid.";
  return PAID_BY_HAND;
}

function choosePayment(full: FullOrder, wantedId = providerPayment(full)?.paymentId): PaymentRow {
  if (!wantedId) throw refundError("not_refundable", { message: whyNotRefundable(full) });
  const payment = full.payments.find(({ paymentId }) => paymentId === wantedId);
  if (!payment) throw refundError("payment_not_found");
  if (payment.method !== "provider")
    throw refundError("not_refundable", { message: isMark(payment) ? PAID_BY_HAND : RECORDED });
  if (payment.currency !== "INR") {
    const message = "This payment came in another currency. Refund it in the payment provider's dashboard.";
    throw refundError("not_refundable", { message });
  }
  return payment;
}

/** Only the payment that settled the order covers its lines. Others are refunded by amount, without restock. */
function checkOtherPayment(full: FullOrder, payment: PaymentRow, { lines, restock }: RefundRequest) {
  if (payment === providerPayment(full)) return;
  const rule = "This payment did not pay for the order's lines: refund an amount.";
  if (lines) throw badInput({ lines: rule });
  if (restock) throw badInput({ restock: rule });
}

/** Who starts a refund: the owner, or somebody who cancels an appointment that the shop's policy refunds. */
export interface RefundStarter {
  actor: "owner" | "buyer" | "expert";
  userId: string;
}

interface NewRefund
  extends Pick<RefundRow, "paymentId" | "amountPaise" | "reason" | "key" | "requestHash" | "retryOf"> {
  by: RefundStarter;
}

function toCommand(deps: RefundDeps, { order }: FullOrder, { by, ...values }: NewRefund, lines: PlannedLine[]) {
  const now = deps.clock.now();
  const refund: RefundRow = {
    ...values,
    id: randomUUIDv7(),
    orderId: order.id,
    status: "pending",
    restock: false,
    method: "provider",
    partOf: null,
    providerRefundId: null,
    failure: "",
    arn: null,
    dealtWithAt: null,
    dealtWithBy: null,
    dealtWithNote: "",
    createdBy: by.userId,
    createdAt: now,
    endedAt: null,
  };
  const amount = formatPaise(values.amountPaise);
  const text = values.retryOf ? `The refund of ${amount} was tried again.` : `A refund of ${amount} was started.`;
  return {
    type: "addRefund" as const,
    refund,
    lines: lines.map((line) => ({ ...line, refundId: refund.id, orderId: order.id })),
    entries: [{ kind: "refund" as const, text, isPublic: true }],
    log: { after: { refund: amount, reason: values.reason } },
  };
}

/** The newly started refund, or the one that was started with the same key before. */
interface Started {
  row: RefundRow;
  isNew: boolean;
}

/** The lock of the order keeps concurrent refunds below the captured amount. Idempotent by key and request. */
export function createRefund(
  deps: RefundDeps,
  { orderId, ownerId }: RefundOrigin,
  form: RefundRequest,
  key: string,
): Promise<Started> {
  const by = { actor: "owner", userId: ownerId } as const;
  return start(deps, orderId, by, key, (full) => {
    if (findRepeated(full, form, key)) return undefined;
    const payment = choosePayment(full, form.paymentId);
    checkOtherPayment(full, payment, form);
    const { paymentId } = payment;
    checkDisputes(full, paymentId);
    const plan = planRefund(full, form, { refunded: refundedLinesOf(full), wholePaise: wholeRefundOf(full) });
    const { amountPaise } = plan;
    checkLimit(amountPaise, refundableOf(payment));
    const request = { reason: form.reason, key, requestHash: hashRequest(form), retryOf: null };
    const command = toCommand(deps, full, { paymentId, amountPaise, by, ...request }, plan.lines);
    return payment === providerPayment(full) ? { ...command, ...coverOf(full, form, plan) } : command;
  });
}

async function start(
  deps: RefundDeps,
  orderId: string,
  by: RefundStarter,
  key: string,
  plan: (full: FullOrder) => Command | undefined,
): Promise<Started> {
  return deps.db.transaction(async (tx) => {
    const { before, after } = await deps.core.change(tx, orderId, by, plan);
    if (after === before) return { row: findByKey(before, key)!, isNew: false };
    const row = after.refunds.at(-1)!;
    await enqueueSend(tx, deps, row);
    return { row, isNew: true };
  });
}

/** In the transaction that cancels an appointment; sent after its commit. Undefined when the owner has to decide. */
export async function startAppointmentRefund(
  tx: Transaction,
  deps: RefundDeps,
  { orderId, lineIndex, appointmentId }: CancelledAppointment,
  by: RefundStarter,
): Promise<RefundRow | "nothing_paid" | undefined> {
  const key = `session:${appointmentId}`;
  let isFree = false;
  const { after } = await deps.core.change(tx, orderId, by, (full) => {
    const plan = findByKey(full, key) ? null : planAppointment(full, lineIndex, refundedLinesOf(full));
    if (!plan) return undefined;
    const { payment, ...line } = plan;
    isFree = !payment;
    if (!payment || isDisputed(full, payment.paymentId)) return undefined;
    const { paymentId } = payment;
    const values = { paymentId, amountPaise: line.amountPaise, reason: "Cancelled session" };
    return toCommand(deps, full, { ...values, key, requestHash: null, retryOf: null, by }, [line]);
  });
  if (isFree) return "nothing_paid";
  const row = findByKey(after, key);
  // Enqueued once: the key of a repeated call is known.
  if (row) await enqueueSend(tx, deps, row);
  return row;
}

export function findFailed({ refunds }: FullOrder, refundId: string) {
  const row = refunds.find(({ id }) => id === refundId);
  if (!row) throw refundError("refund_not_found");
  if (row.status !== "failed") throw refundError("refund_not_failed");
  return row;
}

/** Retries a failed refund as a new row with its own receipt, under the same limits. Idempotent per failed refund. */
export async function retryRefund(
  deps: RefundDeps,
  { orderId, ownerId }: RefundOrigin,
  refundId: string,
): Promise<Started> {
  const by = { actor: "owner", userId: ownerId } as const;
  return deps.db.transaction(async (tx) => {
    const { before, after } = await deps.core.change(tx, orderId, by, (full) => {
      const failed = findFailed(full, refundId);
      if (full.refunds.some(({ retryOf }) => retryOf === failed.id)) return undefined;
      const { paymentId, amountPaise, reason } = failed;
      checkDisputes(full, paymentId);
      checkLimit(amountPaise, refundableOf(choosePayment(full, paymentId)));
      const lines = full.refundLines.filter((line) => line.refundId === failed.id);
      const refunded = refundedLinesOf(full);
      const isGone = lines.some(({ lineIndex, qty }) => {
        const item = full.items.find((one) => one.lineIndex === lineIndex);
        return !item || qty + (refunded.get(lineIndex)?.qty ?? 0) > item.qty;
      });
      if (isGone) throw refundError("refund_too_high", { message: "These lines have been refunded since." });
      // No restock: the failed refund has already returned its pieces to stock.
      const values = { paymentId, amountPaise, reason, key: null, requestHash: null, by, retryOf: failed.id };
      return toCommand(deps, full, values, lines);
    });
    const row = after.refunds.find(({ retryOf }) => retryOf === refundId)!;
    const isNew = after !== before;
    if (isNew) await enqueueSend(tx, deps, row);
    return { row, isNew };
  });
}
