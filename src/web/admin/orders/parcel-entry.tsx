import { useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "../../../contracts/orders/order.ts";
import type { Shipment } from "../../../contracts/orders/shipment.ts";
import { isParcelDelivered } from "../../checkout/order-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { useShop } from "../../lib/site.ts";
import { toast } from "../../lib/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { AdminButton } from "../layout/admin-button.tsx";
import { ConfirmDialog } from "../layout/confirm-dialog.tsx";
import { ContactLink } from "../layout/contact-link.tsx";
import { contactUrls } from "../layout/contact-urls.ts";
import { CorrectParcel } from "./correct-parcel.tsx";
import type { Couriers } from "./courier-fields.tsx";
import { parcelMessage } from "./parcel-text.ts";
import type { Print } from "./printout.tsx";

interface ParcelEntryProps {
  order: Order;
  parcel: Shipment;
  couriers: Couriers;
  print: Print;
}

/** One parcel with its status, its contents and the owner's actions. */
export function ParcelEntry({ order, parcel, couriers, print }: ParcelEntryProps) {
  const { revalidate } = useRevalidator();
  const { brand } = useShop();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = useCallback(() => setAsking(false), []);
  const isDelivered = isParcelDelivered(order, parcel);
  const params = { id: order._id, shipmentId: parcel._id };

  async function run(work: () => Promise<unknown>, done: string) {
    setBusy(true);
    try {
      await work();
      toast(done);
      await revalidate();
    } catch (error) {
      toast(errorMessage(error, "It could not be saved. Please try again."), { tone: "bad" });
    }
    setBusy(false);
  }
  const markDelivered = () =>
    run(
      () => browserApi.call("POST /api/orders/:id/shipments/:shipmentId/delivered", { params }),
      "Parcel marked as delivered",
    );
  const takeBack = () => {
    close();
    return run(() => browserApi.call("DELETE /api/orders/:id/shipments/:shipmentId", { params }), "Parcel taken back");
  };

  const { courier, trackingNumber, trackingUrl, shippedAt, deliveredAt, lines } = parcel;
  const name = [courier, trackingNumber].filter(Boolean).join(" ");
  return (
    <li className="border-b border-line py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <Badge tone={isDelivered ? "grey" : "sage"}>{isDelivered ? "Delivered" : "On the way"}</Badge>
      </div>
      <p className="wrap-anywhere">{lines.map(({ title, qty }) => `${title} × ${qty}`).join(", ")}</p>
      <p className="text-small text-ink-soft">
        Sent {formatMoment(shippedAt)}
        {deliveredAt && `, delivered ${formatMoment(deliveredAt)}`}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {!isDelivered && (
          <AdminButton onClick={markDelivered} disabled={isBusy}>
            Mark as delivered
          </AdminButton>
        )}
        {!isDelivered && order.shipping.phone && (
          <ContactLink
            href={contactUrls.whatsapp(order.shipping.phone, parcelMessage(order, parcel, brand))}
            icon="message-circle"
            opensNewTab
          >
            Tell on WhatsApp
          </ContactLink>
        )}
      </div>
      <div className="-ml-2 flex flex-wrap">
        {trackingUrl && (
          <a href={trackingUrl} target="_blank" rel="noopener noreferrer" className="row-action">
            Track
          </a>
        )}
        <button type="button" className="row-action" onClick={() => print({ sheet: "slip", parcel })}>
          Print slip
        </button>
        <button type="button" className="row-action" onClick={() => print({ sheet: "label", parcel })}>
          Print label
        </button>
        <CorrectParcel order={order} parcel={parcel} couriers={couriers} />
        {order.status !== "delivered" && (
          <button type="button" className="row-action text-rose" onClick={() => setAsking(true)} disabled={isBusy}>
            Take back
          </button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Take the parcel back"
        action={["Take back", "Saving…"]}
        isBusy={isBusy}
        onConfirm={takeBack}
        onClose={close}
      >
        Has this parcel not left? Its pieces are to be sent again
        {order.status === "shipped" && ", and the order becomes paid"}.
      </ConfirmDialog>
    </li>
  );
}
