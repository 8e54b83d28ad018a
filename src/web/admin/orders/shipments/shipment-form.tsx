import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { MAX_COURIER_LENGTH, MAX_TRACKING_LENGTH } from "../../../../contracts/field-rules.ts";
import type { Order } from "../../../../contracts/orders/order.ts";
import type { Shipment } from "../../../../contracts/orders/shipment.ts";
import { trackingLink } from "../../../../contracts/orders/shipment-rules.ts";
import type { Settings } from "../../../../contracts/settings/settings.ts";
import { browserApi } from "../../../lib/browser-api.ts";
import { toast } from "../../../lib/toast.ts";
import { useForm } from "../../../lib/use-form.ts";
import { SmallButton } from "../../../ui/button.tsx";
import { Options } from "../../../ui/choice-fields.tsx";
import { classes } from "../../../ui/classes.ts";
import { control, Field, FormError, useFieldText } from "../../../ui/field.tsx";
import { piecesToSend } from "./shipment-text.ts";

const fieldOf = (itemId: string) => `pieces ${itemId}`;

/** Records a shipped parcel. By default it contains all unshipped pieces; the owner can choose fewer. */
export function ShipmentForm({ order, couriers }: { order: Order; couriers: Couriers }) {
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
    failed: "The parcel could not be recorded. Please try again.",
    fail(refusal) {
      // Without a response the parcel may have been recorded: keep the key for the retry.
      if (refusal) key.current = crypto.randomUUID();
      return refusal?.fields.lines;
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
        <SmallButton type="submit" look="accent" disabled={form.isSending}>
          {form.isSending ? "Saving…" : "Mark as sent"}
        </SmallButton>
        <FormError>{form.error}</FormError>
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
          className="small-control w-20 shrink-0"
        />
        <span className="shrink-0 text-ink-soft">of {left}</span>
      </div>
      {text.note}
    </>
  );
}

export type Couriers = Settings["delivery"]["couriers"];

export interface CourierValues {
  chosenCourier: string;
  courier?: string;
  trackingNumber: string;
  trackingUrl?: string;
}

/** The request body. Without a typed link, the server builds one from the tracking number. */
export const toCourierBody = ({ chosenCourier, courier, trackingNumber, trackingUrl }: CourierValues) => ({
  courier: chosenCourier || (courier ?? ""),
  trackingNumber,
  trackingUrl: trackingUrl ?? "",
});

interface CourierFieldsProps {
  couriers: Couriers;
  errors: Record<string, string>;
  shipment?: Shipment;
}

/** Courier, tracking number and, if the settings have no tracking URL for the courier, the link. */
export function CourierFields({ couriers, errors, shipment }: CourierFieldsProps) {
  const isKnown = (courier: string) => couriers.some(({ name }) => name === courier);
  const [first] = couriers;
  const [chosen, setChosen] = useState(
    shipment ? (isKnown(shipment.courier) ? shipment.courier : "") : (first?.name ?? ""),
  );
  const select = useFieldText({ label: "Courier", error: chosen ? errors.courier : undefined });
  const { trackingNumber = "", trackingUrl = "" } = shipment ?? {};
  const ownLink =
    shipment && trackingUrl !== trackingLink(couriers, shipment.courier, trackingNumber) ? trackingUrl : "";
  const hasPage = couriers.some(({ name, trackingUrl: page }) => name === chosen && page !== "");
  return (
    <>
      <div>
        {select.label(true)}
        <select
          name="chosenCourier"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          {...select.attributes}
          className={classes(control, "min-h-12")}
        >
          <Options of={couriers.map(({ name }) => name)} />
          <option value="">Other</option>
        </select>
        {select.note}
      </div>
      {chosen === "" && (
        <Field
          name="courier"
          label="Courier's name"
          required
          maxLength={MAX_COURIER_LENGTH}
          defaultValue={shipment && !isKnown(shipment.courier) ? shipment.courier : ""}
          error={errors.courier}
        />
      )}
      <Field
        name="trackingNumber"
        label="Tracking number"
        maxLength={MAX_TRACKING_LENGTH}
        autoComplete="off"
        defaultValue={trackingNumber}
        error={errors.trackingNumber}
      />
      {(!hasPage || ownLink !== "" || errors.trackingUrl) && (
        <Field
          name="trackingUrl"
          type="url"
          label="Tracking link"
          rule="Tracking link must start with https://."
          defaultValue={ownLink}
          error={errors.trackingUrl}
        />
      )}
    </>
  );
}
