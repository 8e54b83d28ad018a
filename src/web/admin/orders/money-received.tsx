import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { sumOf, toPaise, toRupees } from "../../../contracts/money.ts";
import type { Order } from "../../../contracts/orders/order.ts";
import type { ReceivedPayment } from "../../../contracts/orders/recorded-payment.ts";
import { NOT_PAID } from "../../../contracts/orders/status-change-rules.ts";
import { MIN_RECORDED_RUPEES, type RecordedMethod } from "../../../contracts/payments/payment-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { toast } from "../../lib/toast.ts";
import { useForm } from "../../lib/use-form.ts";
import { useIdempotencyKey } from "../../lib/use-idempotency-key.ts";
import { OrderSection } from "../../orders/order-frame.tsx";
import { DialogForm } from "../../ui/ask-dialog.tsx";
import { SmallButton } from "../../ui/button.tsx";
import { RupeesField } from "../../ui/choice-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { MethodFields, methodLabels } from "./payment-methods.tsx";
import { openDisputes } from "./refunds/money-states.ts";
import { RefundButton } from "./refunds/refund-form.tsx";
import type { OrderStatusChoice } from "./use-order-status.ts";

const isMark = ({ method }: ReceivedPayment) => method === "mark";

/** Rupees that no payment covers. A mark is no payment. */
function dueOf({ payments, paidAt, totalAmount, status, archivedAt }: Order) {
  if (archivedAt || status === "cancelled" || (paidAt && !payments)) return 0;
  const received = (payments ?? []).filter((payment) => !isMark(payment)).map(({ amount }) => toPaise(amount));
  return Math.max(0, toRupees(toPaise(totalAmount) - sumOf(received)));
}

/** What the owner received without the provider: recorded here, or only marked as paid. */
export function MoneyReceived({ order, choice }: { order: Order; choice: OrderStatusChoice }) {
  const { payments = [] } = order;
  const due = dueOf(order);
  const isMarked = payments.some(isMark);
  const isUnrecorded = due > 0 && !isMarked;
  if (payments.length === 0 && !isUnrecorded) return null;
  return (
    <OrderSection id="money-received" title="Money received">
      {payments.length > 0 && (
        <ul>
          {payments.map((payment, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two payments may be equal, and none is ever moved.
            <PaymentRow key={index} payment={payment}>
              {isMark(payment) && due > 0 && (
                <div className="flex flex-wrap gap-2">
                  <RecordButton order={order} due={due} text="Record how" />
                  {payments.length === 1 && (
                    <SmallButton onClick={() => choice.choose("pending")}>{NOT_PAID}</SmallButton>
                  )}
                </div>
              )}
            </PaymentRow>
          ))}
        </ul>
      )}
      {isUnrecorded && (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
          <p>
            <strong className="font-semibold">{formatRupees(due)}</strong> is due.
          </p>
          <RecordButton order={order} due={due} text="Record money" />
        </div>
      )}
      <Returnable order={order} />
    </OrderSection>
  );
}

/** The payment provider does not have it, so it cannot send it back. */
function Returnable({ order }: { order: Order }) {
  const { returnable } = order;
  if (returnable === undefined) return null;
  if (returnable === 0) return <p className="mt-2">All that you recorded has been returned.</p>;
  const isDisputed = openDisputes(order).length > 0;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
      <p className="min-w-0 grow basis-48 text-small text-ink-soft">
        {isDisputed
          ? "The buyer has disputed a payment of this order. Return nothing before that is closed."
          : `If it has to go back, pay the buyer directly, then record it: at most ${formatRupees(returnable)}.`}
      </p>
      {!isDisputed && <RefundButton order={order} refundable={returnable} isByHand />}
    </div>
  );
}

function PaymentRow({ payment, children }: { payment: ReceivedPayment; children: ReactNode }) {
  const { method, amount, reference, at } = payment;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
      <div className="min-w-0 wrap-anywhere">
        <p>
          <strong className="font-semibold">{formatRupees(amount)}</strong> {methodLabels[method]}
        </p>
        {reference && <p>{reference}</p>}
        <p className="text-small text-ink-soft">{formatMoment(at)}</p>
      </div>
      {children}
    </li>
  );
}

function RecordButton({ order, due, text }: { order: Order; due: number; text: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <SmallButton onClick={() => setOpen(true)}>{text}</SmallButton>
      <Dialog open={isOpen} onClose={close} title="Money received" look="choice">
        {/* The key remounts the form after each payment: it starts with the rest, and with another idempotency key. */}
        <RecordForm key={due} order={order} due={due} onDone={close} />
      </Dialog>
    </>
  );
}

interface Values {
  amount: string;
  method: RecordedMethod;
  reference: string;
}

function RecordForm({ order, due, onDone }: { order: Order; due: number; onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const keyFor = useIdempotencyKey();
  const form = useForm<Values>({
    async send({ amount, ...values }) {
      const body = { ...values, amount: Number(amount) };
      await browserApi.call("POST /api/orders/:id/payments", {
        params: { id: order._id },
        headers: { "idempotency-key": keyFor(body) },
        body,
      });
      onDone();
      toast(`${formatRupees(body.amount)} recorded`);
      await revalidate();
    },
    failed: "It is not clear whether this worked. Send it once more: the same payment is never recorded twice.",
  });
  const { errors } = form;
  return (
    <DialogForm name="Money received" form={form} action={["Record", "Saving..."]} onClose={onDone}>
      <RupeesField
        label="Amount in rupees"
        name="amount"
        required
        min={MIN_RECORDED_RUPEES}
        max={due}
        defaultValue={due}
        hint={`At most ${formatRupees(due)}. A part of it is fine.`}
        error={errors.amount}
      />
      <MethodFields seenBy="Only you see it." errors={errors} />
    </DialogForm>
  );
}
