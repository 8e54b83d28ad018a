import { useId, useState } from "react";
import { useRevalidator } from "react-router";
import { toPaise, toRupees } from "../../../../contracts/money.ts";
import { isPiece } from "../../../../contracts/orders/cart-rules.ts";
import type { Order } from "../../../../contracts/orders/order.ts";
import type { RecordedMethod } from "../../../../contracts/payments/payment-rules.ts";
import type { Refund, RefundForm as RefundBody, RefundLine } from "../../../../contracts/refunds/refund.ts";
import { MAX_REASON_LENGTH, MIN_REFUND_RUPEES, shareOfLine } from "../../../../contracts/refunds/refund-rules.ts";
import { ApiError } from "../../../lib/api.ts";
import { browserApi } from "../../../lib/browser-api.ts";
import { formatRupees } from "../../../lib/money.ts";
import { toast } from "../../../lib/toast.ts";
import { useForm } from "../../../lib/use-form.ts";
import { useIdempotencyKey } from "../../../lib/use-idempotency-key.ts";
import { Button, SmallButton } from "../../../ui/button.tsx";
import { CheckboxField, RadioChoice, RupeesField } from "../../../ui/choice-fields.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { control, Field, FormError } from "../../../ui/field.tsx";
import { MethodFields } from "../payment-methods.tsx";

interface RefundProps {
  order: Order;
  refundable: number;
  /** A payment to check, instead of the one that settled the order. */
  paymentId?: string;
  /** Records what the owner has returned, of money that the provider does not have. */
  isByHand?: boolean;
}

export function RefundButton({ order, refundable, paymentId, isByHand = false }: RefundProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const title = isByHand ? "Money returned" : paymentId ? "Refund this payment" : "Refund";
  return (
    <>
      <SmallButton onClick={() => setOpen(true)}>{title}</SmallButton>
      <Dialog open={isOpen} onClose={close} title={title} look="choice">
        {/* The key remounts the form after each refund, so that it starts with what is left of the money and the lines. */}
        <RefundForm
          key={JSON.stringify([refundable, order.refundableLines])}
          {...{ order, refundable, paymentId, isByHand }}
          onDone={close}
        />
      </Dialog>
    </>
  );
}

type By = "amount" | "lines";
type Values = Record<string, string>;

/** The lines with a quantity. `RefundLines` names its fields `line <itemId>`. */
const linesIn = (values: Values) =>
  Object.entries(values).flatMap(([name, qty]) =>
    name.startsWith("line ") && Number(qty) > 0 ? [{ itemId: name.slice(5), qty: Number(qty) }] : [],
  );

/** What the chosen lines cost. The server rounds parts of a line that was refunded before; it may differ by a paisa. */
const costOf = (lines: RefundLine[], chosen: { itemId: string; qty: number }[]) =>
  toRupees(
    chosen.reduce((sum, { itemId, qty }) => {
      const line = lines.find((one) => one.itemId === itemId)!;
      return sum + shareOfLine(toPaise(line.amount), Math.min(qty, line.qty), line.qty);
    }, 0),
  );

function RefundForm({ order, refundable, paymentId, isByHand = false, onDone }: RefundProps & { onDone: () => void }) {
  const { revalidate } = useRevalidator();
  const keyFor = useIdempotencyKey();
  const lines = paymentId ? [] : (order.refundableLines ?? []);
  const [by, setBy] = useState<By>(lines.length > 0 ? "lines" : "amount");
  const hasPieces = !paymentId && order.items.some(isPiece);

  const [values, setValues] = useState<Values>({});
  const rupees = by === "amount" ? Number(values.amount ?? refundable) : costOf(lines, linesIn(values));

  const { attributes, errors, error, isSending } = useForm<Values>({
    async send(values) {
      const chosen = linesIn(values);
      // The same error that the server would return.
      if (by === "lines" && chosen.length === 0)
        throw new ApiError(400, { code: "bad_input", message: "Choose at least one line." });
      const body: RefundBody = {
        ...(by === "lines" ? { lines: chosen } : { amount: Number(values.amount) }),
        reason: values.reason ?? "",
        restock: values.restock === "on",
        ...(paymentId && { paymentId }),
        ...(isByHand && { method: values.method as RecordedMethod, reference: values.reference ?? "" }),
      };
      const headers = { "idempotency-key": keyFor(body) };
      const refund = await browserApi.call("POST /api/orders/:id/refunds", {
        params: { id: order._id },
        headers,
        body,
      });
      onDone();
      showRefundToast(refund);
      await revalidate();
    },
    failed: `It is not clear whether this worked. Send it once more: the same refund is never ${isByHand ? "recorded" : "made"} twice.`,
    // Without the field of the amount, its message would not be seen.
    fail: (refusal) => refusal?.fields.lines ?? (by === "lines" ? refusal?.fields.amount : undefined),
  });

  const [action, busy] = isByHand ? ["Record", "Saving..."] : ["Refund", "Refunding..."];
  return (
    <form
      method="dialog"
      aria-label={isByHand ? "Money returned" : "Refund"}
      {...attributes}
      onInput={({ currentTarget }) => setValues(Object.fromEntries(new FormData(currentTarget)) as Values)}
      className="grid min-h-0 gap-4 overflow-y-auto px-5 pb-6"
    >
      {lines.length > 0 && (
        <fieldset className="flex min-w-0 flex-wrap gap-x-6">
          <legend className="font-semibold">{isByHand ? "What was returned" : "What is refunded"}</legend>
          <RadioChoice label="Lines" isChosen={by === "lines"} onChoose={() => setBy("lines")} />
          <RadioChoice label="An amount" isChosen={by === "amount"} onChoose={() => setBy("amount")} />
        </fieldset>
      )}
      {by === "lines" ? (
        <RefundLines lines={lines} />
      ) : (
        <RupeesField
          label="Amount in rupees"
          name="amount"
          required
          min={MIN_REFUND_RUPEES}
          max={refundable}
          defaultValue={refundable}
          hint={
            isByHand
              ? `At most ${formatRupees(refundable)}, without the provider.`
              : `${formatRupees(refundable)} can be refunded.`
          }
          error={errors.amount}
        />
      )}
      {isByHand && <MethodFields seenBy="The buyer sees it." errors={errors} />}
      <Field
        label="Reason"
        name="reason"
        required
        maxLength={MAX_REASON_LENGTH}
        hint="The buyer sees it."
        error={errors.reason}
      />
      {hasPieces && <CheckboxField label="Put the pieces back on the shelf" name="restock" error={errors.restock} />}
      <FormError>{error}</FormError>
      <Button type="submit" look="accent" disabled={isSending}>
        {isSending ? busy : rupees > 0 ? `${action} ${formatRupees(rupees)}` : action}
      </Button>
    </form>
  );
}

/** A quantity for each line that can still be refunded; a checkbox for a single piece. */
function RefundLines({ lines }: { lines: RefundLine[] }) {
  return (
    <ul className="border-y border-line">
      {lines.map((line) => (
        <Line key={line.itemId} line={line} />
      ))}
    </ul>
  );
}

function Line({ line: { itemId, title, qty, amount } }: { line: RefundLine }) {
  const id = useId();
  const name = `line ${itemId}`;
  return (
    <li className="flex items-center gap-4 border-b border-line py-3 last:border-0">
      <label htmlFor={id} className="min-w-0 grow leading-snug wrap-anywhere">
        {title}
        <span className="block text-small text-ink-soft">
          {qty === 1 ? formatRupees(amount) : `${qty} for ${formatRupees(amount)}`}
        </span>
      </label>
      {qty === 1 ? (
        <input id={id} name={name} type="checkbox" value="1" className="size-6 shrink-0 accent-ink" />
      ) : (
        <div className="w-24 shrink-0">
          <input
            id={id}
            name={name}
            type="number"
            inputMode="numeric"
            min={0}
            max={qty}
            step={1}
            defaultValue={0}
            className={`${control} mt-0 min-h-12`}
          />
        </div>
      )}
    </li>
  );
}

export function showRefundToast({ status, amount, method }: Refund) {
  const rupees = formatRupees(amount);
  if (method) toast(`${rupees} recorded as returned`);
  else if (status === "failed") toast(`The refund of ${rupees} failed`, { tone: "bad" });
  else toast(status === "processed" ? `${rupees} refunded` : `The refund of ${rupees} is on its way`);
}
