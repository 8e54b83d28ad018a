import { useState } from "react";
import type { Settings } from "../../../contracts/settings.ts";
import type { Shipment } from "../../../contracts/shipment.ts";
import { MAX_COURIER_LENGTH, MAX_TRACKING_LENGTH } from "../../../contracts/text-limits.ts";
import { trackingLink } from "../../../contracts/tracking-link.ts";
import { classes } from "../../ui/classes.ts";
import { control, Field, useFieldText } from "../../ui/field.tsx";

export type Couriers = Settings["delivery"]["couriers"];

/** What the form sends. `courier` is the typed name; the select's value counts when one is chosen. */
export interface CourierValues {
  chosenCourier: string;
  courier?: string;
  trackingNumber: string;
  trackingUrl?: string;
}

/** The request's fields. A link that is not shown is made anew from the number. */
export const toCourierBody = ({ chosenCourier, courier, trackingNumber, trackingUrl }: CourierValues) => ({
  courier: chosenCourier || (courier ?? ""),
  trackingNumber,
  trackingUrl: trackingUrl ?? "",
});

interface CourierFieldsProps {
  couriers: Couriers;
  errors: Record<string, string>;
  /** The parcel that is corrected. */
  parcel?: Shipment;
}

/** Courier, number and, where the courier has no address in the settings, the link. */
export function CourierFields({ couriers, errors, parcel }: CourierFieldsProps) {
  const isKnown = (courier: string) => couriers.some(({ name }) => name === courier);
  const [first] = couriers;
  const [chosen, setChosen] = useState(parcel ? (isKnown(parcel.courier) ? parcel.courier : "") : (first?.name ?? ""));
  const select = useFieldText({ label: "Courier", error: chosen ? errors.courier : undefined });
  const { trackingNumber = "", trackingUrl = "" } = parcel ?? {};
  const ownLink = parcel && trackingUrl !== trackingLink(couriers, parcel.courier, trackingNumber) ? trackingUrl : "";
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
          {couriers.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
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
          defaultValue={parcel && !isKnown(parcel.courier) ? parcel.courier : ""}
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
