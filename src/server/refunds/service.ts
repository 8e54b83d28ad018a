import type { Refund, RefundRequest } from "../../contracts/refunds/refund.ts";
import { isProviderError } from "../payments/provider/provider.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { formatPaise } from "../platform/format-paise.ts";
import { applyDispute } from "./apply-dispute.ts";
import { applyRefund } from "./apply-refund.ts";
import {
  type CancelledAppointment,
  createRefund,
  findFailed,
  type RefundOrigin,
  type RefundStarter,
  retryRefund,
  startAppointmentRefund,
} from "./create-refund.ts";
import type { RefundDeps } from "./deps.ts";
import { refundError } from "./errors.ts";
import { composeRefundMails } from "./mails.ts";
import { handleRefundJobs } from "./reconcile-refunds.ts";
import { recordRefund } from "./record-refund.ts";
import { refundedSales, refundFigures, refundsBetween } from "./refund-figures.ts";
import { sendKey } from "./refund-jobs.ts";
import { planLines, showRefunds } from "./refund-view.ts";
import { adopt } from "./send-refund.ts";

/** How long a request waits for the provider. After that it returns "pending", and sending continues. */
const WAIT_MS = 4_000;

export function createRefunds(deps: RefundDeps) {
  const { db, clock, orders, jobs } = deps;
  composeRefundMails(deps);
  handleRefundJobs(deps);

  const sendNow = (id: string) => jobs.runNow("refund", sendKey(id), WAIT_MS);

  async function show({ orderId }: RefundOrigin, refundId: string): Promise<Refund> {
    const [order] = await orders.read([orderId]);
    const { refunds: shown = [] } = showRefunds(order!, "owner");
    return shown.find(({ _id }) => _id === refundId)!;
  }

  return {
    /** Refunds a payment of an order, or records what the owner has returned. `key` makes a repeated request return the same refund. */
    async create(origin: RefundOrigin, form: RefundRequest, key: string): Promise<Refund> {
      const { method, ...request } = form;
      if (method) return show(origin, (await recordRefund(deps, origin, { ...request, method }, key)).id);
      const { row, isNew } = await createRefund(deps, origin, form, key);
      if (isNew) await sendNow(row.id);
      return show(origin, row.id);
    },

    /** Retries a failed refund, unless the provider lists it after all. */
    async retry(origin: RefundOrigin, refundId: string): Promise<Refund> {
      const [full] = isUuid(origin.orderId) ? await orders.read([origin.orderId]) : [];
      if (!full) throw refundError("refund_not_found");
      const failed = findFailed(full, refundId);
      try {
        if (!failed.providerRefundId && (await adopt(deps, failed))) return await show(origin, failed.id);
      } catch (error) {
        throw isProviderError(error) ? refundError("payment_provider_down") : error;
      }
      const { row, isNew } = await retryRefund(deps, origin, refundId);
      if (isNew) await sendNow(row.id);
      return show(origin, row.id);
    },

    /** The owner settled a failed refund outside the shop: it leaves the to-do list. */
    async dealWith({ orderId, ownerId }: RefundOrigin, refundId: string, note: string) {
      const by = { actor: "owner", userId: ownerId } as const;
      await db.transaction((tx) =>
        deps.core.change(tx, orderId, by, (full) => {
          const failed = findFailed(full, refundId);
          if (failed.dealtWithAt) return undefined;
          const set = { dealtWithAt: clock.now(), dealtWithBy: ownerId, dealtWithNote: note };
          const text = `The failed refund of ${formatPaise(failed.amountPaise)} was marked as dealt with: ${note}`;
          const entries = [{ kind: "refund", text, isPublic: false }] as const;
          return { type: "changeRefund", id: failed.id, set, entries, log: { after: { refund: "dealt with" } } };
        }),
      );
    },

    /** Refunds of cancelled appointments: inserted in the transaction that cancels, sent after its commit. */
    appointments: {
      start: (tx: Transaction, appointment: CancelledAppointment, by: RefundStarter) =>
        startAppointmentRefund(tx, deps, appointment, by),
      send: sendNow,
    },

    onRefund: applyRefund.bind(null, deps),
    onDispute: applyDispute.bind(null, deps),
    show: showRefunds,
    planLines,

    figures: () => refundFigures(db, clock.now()),
    refundedSales: refundedSales.bind(null, db, orders),
    listBetween: refundsBetween.bind(null, db),
  };
}
export type Refunds = ReturnType<typeof createRefunds>;
export type { RefundRow } from "../orders/core/refund-table.ts";
export type { RefundStarter } from "./create-refund.ts";
