import { useState } from "react";
import { useRevalidator } from "react-router";
import { isPiece } from "../../../../contracts/orders/cart-rules.ts";
import type { Order } from "../../../../contracts/orders/order.ts";
import { comeBackText, takeBackText } from "../../../../contracts/orders/parcel-back-rules.ts";
import type { Shipment } from "../../../../contracts/orders/shipment.ts";
import { factsOf } from "../../../../contracts/orders/status-change-rules.ts";
import { browserApi } from "../../../lib/browser-api.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { useShop } from "../../../lib/site.ts";
import { toast } from "../../../lib/toast.ts";
import { useForm } from "../../../lib/use-form.ts";
import { useSend } from "../../../lib/use-send.ts";
import { OrderSection } from "../../../orders/order-frame.tsx";
import { isShipmentDelivered, needsAddress } from "../../../orders/order-rules.ts";
import { AskDialog } from "../../../ui/ask-dialog.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { SmallButton } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FormError } from "../../../ui/field.tsx";
import { ContactLink, contactUrls } from "../../layout/contact-link.tsx";
import type { Print } from "./printout.tsx";
import { CourierFields, type Couriers, type CourierValues, ShipmentForm, toCourierBody } from "./shipment-form.tsx";
import { piecesToSend, SHIPMENTS_CARD, shipmentMessage } from "./shipment-text.ts";

interface ShipmentsProps {
  order: Order;
  couriers: Couriers;
  print: Print;
}

export function Shipments({ order, couriers, print }: ShipmentsProps) {
  const { shipments = [], status } = order;
  const isOpen = !order.archivedAt && (status === "paid" || status === "shipped") && piecesToSend(order).length > 0;
  if (!order.items.some(isPiece) || (shipments.length === 0 && !isOpen)) return null;
  return (
    <OrderSection id={SHIPMENTS_CARD} title="Parcels">
      {shipments.length > 0 && (
        <ul aria-label="Parcels" className="-mt-2 mb-4">
          {shipments.map((shipment) => (
            <ShipmentEntry key={shipment._id} order={order} shipment={shipment} couriers={couriers} print={print} />
          ))}
        </ul>
      )}
      {isOpen && <NextShipment order={order} couriers={couriers} />}
    </OrderSection>
  );
}

function leadText(order: Order) {
  if (order.status === "shipped") return "The order is marked as shipped. You can still add courier and number.";
  const count = piecesToSend(order).reduce((sum, { qty }) => sum + qty, 0);
  return count === 1 ? "1 piece to send." : `${count} pieces to send, at once or in several parcels.`;
}

function NextShipment({ order, couriers }: Omit<ShipmentsProps, "print">) {
  if (needsAddress(order)) return <p className="mt-2">The address is missing. Please add it below.</p>;
  return (
    <>
      <p className="mb-3 text-ink-soft">{leadText(order)}</p>
      {/* The key remounts an empty form after each parcel. */}
      <ShipmentForm key={order.shipments?.length} order={order} couriers={couriers} />
    </>
  );
}

const FAILED = "It could not be saved. Please try again.";

/** A mistake of the owner, and a parcel that nobody received: the goods had left. */
const asks = {
  takeBack: { title: "Take the parcel back", action: "Take back", text: takeBackText, done: "Parcel taken back" },
  comeBack: {
    title: "The parcel came back",
    action: "Mark as come back",
    text: comeBackText,
    done: "Parcel came back",
  },
};
type Ask = keyof typeof asks;

function ParcelBadge({ isDelivered, isOut }: Record<"isDelivered" | "isOut", boolean>) {
  if (isOut) return <Badge tone="sage">On the way</Badge>;
  return isDelivered ? <Badge tone="grey">Delivered</Badge> : <Badge tone="gold">Came back</Badge>;
}

interface ShipmentEntryProps {
  order: Order;
  shipment: Shipment;
  couriers: Couriers;
  print: Print;
}

function ShipmentEntry({ order, shipment, couriers, print }: ShipmentEntryProps) {
  const { brand, isRegistered } = useShop();
  const { send, isSending } = useSend(FAILED, { asToast: true });
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<Ask>("takeBack");
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const ask = (wanted: Ask) => {
    setAsked(wanted);
    setAsking(true);
  };
  const isDelivered = isShipmentDelivered(order, shipment);
  const isReadOnly = order.archivedAt !== undefined;
  const params = { id: order._id, shipmentId: shipment._id };

  const markDelivered = () =>
    send(
      () => browserApi.call("POST /api/orders/:id/shipments/:shipmentId/delivered", { params }),
      "Parcel marked as delivered",
    );
  const sendAsked = async () => {
    await (asked === "takeBack"
      ? browserApi.call("DELETE /api/orders/:id/shipments/:shipmentId", { params })
      : browserApi.call("POST /api/orders/:id/shipments/:shipmentId/returned", { params }));
    close();
    toast(asks[asked].done);
    await revalidate();
  };

  const { courier, trackingNumber, trackingUrl, shippedAt, deliveredAt, returnedAt, lines } = shipment;
  const isOut = !isDelivered && !returnedAt;
  const name = [courier, trackingNumber].filter(Boolean).join(" ");
  return (
    <li className="border-b border-line py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <ParcelBadge {...{ isDelivered, isOut }} />
      </div>
      <p className="wrap-anywhere">{lines.map(({ title, qty }) => `${title} × ${qty}`).join(", ")}</p>
      <p className="text-small text-ink-soft">
        Sent {formatMoment(shippedAt)}
        {deliveredAt && `, delivered ${formatMoment(deliveredAt)}`}
        {returnedAt && `, came back ${formatMoment(returnedAt)}`}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {isOut && !isReadOnly && (
          <SmallButton onClick={markDelivered} disabled={isSending}>
            Mark as delivered
          </SmallButton>
        )}
        {isOut && !isReadOnly && order.shipping.phone && (
          <ContactLink
            href={contactUrls.whatsapp(order.shipping.phone, shipmentMessage(order, shipment, brand))}
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
        <button type="button" className="row-action" onClick={() => print({ sheet: "slip", shipment })}>
          Print slip
        </button>
        <button type="button" className="row-action" onClick={() => print({ sheet: "label", shipment })}>
          Print label
        </button>
        {!isReadOnly && <CorrectShipment order={order} shipment={shipment} couriers={couriers} />}
        {isOut && !isReadOnly && (
          <button type="button" className="row-action" onClick={() => ask("comeBack")}>
            {asks.comeBack.action}
          </button>
        )}
        {!returnedAt && !isReadOnly && order.status !== "delivered" && (
          <button type="button" className="row-action text-rose" onClick={() => ask("takeBack")}>
            {asks.takeBack.action}
          </button>
        )}
      </div>
      <AskDialog
        open={isAsking}
        onClose={close}
        title={asks[asked].title}
        keep="Keep"
        action={[asks[asked].action, "Saving…"]}
        send={sendAsked}
        failed={FAILED}
      >
        <div className="grid gap-2">
          {asks[asked].text(factsOf(order, Date.now(), isRegistered)).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </AskDialog>
    </li>
  );
}

interface CorrectShipmentProps {
  order: Order;
  shipment: Shipment;
  couriers: Couriers;
}

function CorrectShipment({ order, shipment, couriers }: CorrectShipmentProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className="row-action" onClick={() => setOpen(true)}>
        Correct
      </button>
      <Dialog open={isOpen} onClose={close} title="Correct the parcel" look="choice">
        {/* The key remounts the form after each change, so that it starts with the stored values. */}
        <CorrectionForm key={shipment.version} order={order} shipment={shipment} couriers={couriers} onSaved={close} />
      </Dialog>
    </>
  );
}

function CorrectionForm({ order, shipment, couriers, onSaved }: CorrectShipmentProps & { onSaved: () => void }) {
  const { revalidate } = useRevalidator();
  const { attributes, errors, error, isSending } = useForm<CourierValues>({
    async send(values) {
      await browserApi.call("PUT /api/orders/:id/shipments/:shipmentId", {
        params: { id: order._id, shipmentId: shipment._id },
        body: { ...toCourierBody(values), version: shipment.version },
      });
      onSaved();
      toast("Parcel corrected");
      await revalidate();
    },
    failed: FAILED,
    fail(refusal) {
      if (refusal?.code === "changed_meanwhile") void revalidate();
      return undefined;
    },
  });
  return (
    <form aria-label="Correct the parcel" {...attributes} className="grid min-h-0 gap-4 overflow-y-auto px-5 pb-6">
      <CourierFields couriers={couriers} errors={errors} shipment={shipment} />
      <p className="text-small text-ink-soft">The buyer sees it on the order's page. No mail is sent.</p>
      <FormError>{error}</FormError>
      <SmallButton type="submit" look="accent" disabled={isSending}>
        {isSending ? "Saving…" : "Save"}
      </SmallButton>
    </form>
  );
}
