import { useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "../../../contracts/orders/order.ts";
import type { Shipment } from "../../../contracts/orders/shipment.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields, useForm } from "../../lib/use-form.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { AdminButton } from "../layout/admin-button.tsx";
import { CourierFields, type Couriers, type CourierValues, toCourierBody } from "./courier-fields.tsx";

interface CorrectParcelProps {
  order: Order;
  parcel: Shipment;
  couriers: Couriers;
}

/** The button that opens the form for a parcel's courier, number and link. */
export function CorrectParcel({ order, parcel, couriers }: CorrectParcelProps) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <button type="button" className="row-action" onClick={() => setOpen(true)}>
        Correct
      </button>
      <Dialog open={isOpen} onClose={close} title="Correct the parcel" look="choice">
        {/* The key remounts the form after each change, so that it starts with the stored values. */}
        <CorrectionForm key={parcel.version} order={order} parcel={parcel} couriers={couriers} onSaved={close} />
      </Dialog>
    </>
  );
}

function CorrectionForm({ order, parcel, couriers, onSaved }: CorrectParcelProps & { onSaved: () => void }) {
  const { revalidate } = useRevalidator();
  const { attributes, errors, error, isSending } = useForm<CourierValues>({
    async send(values) {
      await browserApi.call("PUT /api/orders/:id/shipments/:shipmentId", {
        params: { id: order._id, shipmentId: parcel._id },
        body: { ...toCourierBody(values), version: parcel.version },
      });
      onSaved();
      toast("Parcel corrected");
      await revalidate();
    },
    fail(refusal, error) {
      if (refusal?.code === "changed_meanwhile") void revalidate();
      return hasFields(refusal) ? "" : errorMessage(error, "It could not be saved. Please try again.");
    },
  });
  return (
    <form aria-label="Correct the parcel" {...attributes} className="grid min-h-0 gap-4 overflow-y-auto px-5 pb-6">
      <CourierFields couriers={couriers} errors={errors} parcel={parcel} />
      <p className="text-small text-ink-soft">The buyer sees it on the order's page. No mail is sent.</p>
      <p role="alert" className="font-medium text-rose empty:hidden">
        {error}
      </p>
      <AdminButton type="submit" look="accent" disabled={isSending}>
        {isSending ? "Saving…" : "Save"}
      </AdminButton>
    </form>
  );
}
