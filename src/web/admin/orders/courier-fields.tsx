import { useState } from "react";
import { MAX_COURIER_LENGTH, MAX_TRACKING_LENGTH } from "../../../contracts/field-rules.ts";
import type { Shipment } from "../../../contracts/orders/shipment.ts";
import { trackingLink } from "../../../contracts/orders/shipment-rules.ts";
import type { Settings } from "../../../contracts/settings/settings.ts";
import { classes } from "../../ui/classes.ts";
import { control, Field, useFieldText } from "../../ui/field.tsx";

export type Couriers = Settings["delivery"]["couriers"];

/** The form's values. `chosenCourier` from the select takes precedence over the typed `courier`. */
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
  /** The parcel to correct; undefined for a new one. */
  parcel?: Shipment;
}

/** Courier, tracking number and, if the settings have no tracking URL for the courier, the link. */
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
