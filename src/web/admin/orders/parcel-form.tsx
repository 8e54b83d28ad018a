import { useRef } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "../../../contracts/orders/order.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields, useForm } from "../../lib/use-form.ts";
import { useFieldText } from "../../ui/field.tsx";
import { AdminButton } from "../layout/admin-button.tsx";
import { CourierFields, type Couriers, type CourierValues, toCourierBody } from "./courier-fields.tsx";
import { piecesToSend } from "./parcel-text.ts";

interface ParcelFormProps {
  order: Order;
  couriers: Couriers;
}

const fieldOf = (itemId: string) => `pieces ${itemId}`;

/** Records a shipped parcel. By default it contains all unshipped pieces; the owner can choose fewer. */
export function ParcelForm({ order, couriers }: ParcelFormProps) {
  const { revalidate } = useRevalidator();
  // Idempotency key: a double click or a retry records one parcel.
  const key = useRef(crypto.randomUUID());
  const left = piecesToSend(order);
  const isOnePiece = left.length === 1 && left[0]!.qty === 1;
  const form = useForm<CourierValues & Record<string, string>>({
    async send(values) {
      const lines = left.flatMap(({ itemId, qty }) => {
        const wanted = isOnePiece ? qty : Number(values[fieldOf(itemId)]);
        return wanted > 0 ? [{ itemId, qty: wanted }] : [];
      });
      await browserApi.call("POST /api/orders/:id/shipments", {
        params: { id: order._id },
        headers: { "idempotency-key": key.current },
        body: { ...toCourierBody(values), lines },
      });
      key.current = crypto.randomUUID();
      toast("Parcel recorded");
      await revalidate();
    },
    fail(refusal, error) {
      // Without a response the parcel may have been recorded: keep the key for the retry.
      if (refusal) key.current = crypto.randomUUID();
      return hasFields(refusal) && !refusal!.fields.lines
        ? ""
        : (refusal?.fields.lines ?? errorMessage(error, "The parcel could not be recorded. Please try again."));
    },
  });
  return (
    <form aria-label="Send a parcel" {...form.attributes} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <CourierFields couriers={couriers} errors={form.errors} />
      </div>
      {!isOnePiece && (
        <fieldset>
          <legend className="font-semibold">In this parcel</legend>
          <ul>
            {left.map(({ itemId, title, qty }) => (
              <li key={itemId} className="border-b border-line py-2">
                <PiecesField name={fieldOf(itemId)} title={title} left={qty} error={form.errors[fieldOf(itemId)]} />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <AdminButton type="submit" look="accent" disabled={form.isSending}>
          {form.isSending ? "Saving…" : "Mark as sent"}
        </AdminButton>
        <p role="alert" className="font-medium text-rose empty:hidden">
          {form.error}
        </p>
        <p className="text-small text-ink-soft">The buyer gets a mail with courier, number and link.</p>
      </div>
    </form>
  );
}

interface PiecesFieldProps {
  name: string;
  title: string;
  left: number;
  error: string | undefined;
}

/** How many pieces of one item are in the parcel. */
function PiecesField({ name, title, left, error }: PiecesFieldProps) {
  const text = useFieldText({ label: title, error, rule: `Between 0 and ${left}.` });
  return (
    <>
      <div className="flex items-center gap-3">
        <label htmlFor={text.attributes.id} className="min-w-0 grow wrap-anywhere">
          {title}
        </label>
        <input
          name={name}
          type="number"
          inputMode="numeric"
          min={0}
          max={left}
          required
          defaultValue={left}
          {...text.attributes}
          className="admin-control w-20 shrink-0"
        />
        <span className="shrink-0 text-ink-soft">of {left}</span>
      </div>
      {text.note}
    </>
  );
}
