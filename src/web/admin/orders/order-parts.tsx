import { useRevalidator } from "react-router";
import { MAX_INTERNAL_NOTE_LENGTH } from "../../../contracts/field-rules.ts";
import { addressLines } from "../../../contracts/orders/cart-rules.ts";
import type { Order } from "../../../contracts/orders/order.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import { PAYMENT_METHOD, PROVIDER_LABEL } from "../../../contracts/payments/payment-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { useShop } from "../../lib/site.ts";
import { toast } from "../../lib/toast.ts";
import { EarlierEvents, OrderSection } from "../../orders/order-frame.tsx";
import { statusLabels } from "../../orders/order-status.tsx";
import { ChangeShipping } from "../../orders/recipient.tsx";
import { smallButton } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { ContactLinks } from "../layout/contact-link.tsx";
import { DetailList } from "../layout/detail-list.tsx";
import { actorLabels } from "../layout/labels.ts";
import { NotesForm } from "../layout/notes-form.tsx";

export function Customer({ order }: { order: Order }) {
  const { brand } = useShop();
  const { shipping, shippingChange, user, note } = order;
  return (
    <OrderSection id="order-customer" title="Customer">
      <DetailList
        details={{
          Name: shipping.name,
          Phone: shipping.phone || "None",
          "E-mail": shipping.email || "None",
          Address: addressLines(shipping) || "None given",
          ...(shipping.state && { State: shipping.state }),
          ...(shipping.gstin && { GSTIN: shipping.gstin }),
          Account: user.email ? (
            <>
              <Link to={`/admin/customers/${order.customerId}`} className="font-semibold underline underline-offset-4">
                {user.name}
              </Link>{" "}
              ({user.email})
            </>
          ) : (
            user.name
          ),
          ...(note && { Note: note }),
        }}
      />
      {shippingChange && (
        <p className="mt-2 text-small text-ink-soft">
          Changed by the {shippingChange.by} on {formatMoment(shippingChange.at)}
        </p>
      )}
      {/* After the account was deleted, the order has no e-mail address. */}
      {shipping.email && (
        <ContactLinks
          phone={shipping.phone}
          email={shipping.email}
          greeting={`Namaste ${shipping.name}, this is ${brand} about your order ${shortId(order._id)}.`}
          subject={`Your order ${shortId(order._id)} at ${brand}`}
          className="mt-4"
        >
          {!order.archivedAt && <ChangeShipping order={order} className={smallButton} />}
        </ContactLinks>
      )}
    </OrderSection>
  );
}

const methodName = (method: string) => (method === PAYMENT_METHOD ? PROVIDER_LABEL : method);

export function Payment({ order }: { order: Order }) {
  return (
    <OrderSection id="order-payment" title="Payment">
      <DetailList
        details={{
          "Payment id": order.paymentId ?? (order.totalAmount === 0 ? "Nothing to pay" : "Not captured"),
          Method: methodName(order.paymentMethod),
          Total: formatRupees(order.totalAmount),
        }}
      />
    </OrderSection>
  );
}

export function InternalNote({ order: { _id: id, internalNote = "", archivedAt } }: { order: Order }) {
  const { revalidate } = useRevalidator();
  if (archivedAt)
    return internalNote ? (
      <OrderSection id="order-note" title="Internal note">
        <p className="whitespace-pre-line wrap-anywhere">{internalNote}</p>
      </OrderSection>
    ) : null;
  const savedIn = (note: string) => ({ text: note, base: note });
  return (
    <NotesForm
      name="Internal note"
      field="note"
      label="Internal note"
      isCard
      hint="Only owners see this. The buyer gets it with a copy of their data, and it is deleted with the account."
      rows={3}
      maxLength={MAX_INTERNAL_NOTE_LENGTH}
      action="Save note"
      failed="The note could not be saved. Please try again."
      initial={savedIn(internalNote)}
      savedIn={({ note }: { note: string }) => savedIn(note)}
      save={async (note, noteWas) => {
        const now = await browserApi.call("PUT /api/orders/:id/internal-note", {
          params: { id },
          body: { note, noteWas },
        });
        toast("Note saved");
        void revalidate();
        return savedIn(now.internalNote ?? "");
      }}
    />
  );
}

type Step = Order["history"][number];

const actorTexts: Record<Step["by"], string> = {
  buyer: " by the buyer",
  owner: " by the owner",
  expert: " by the expert",
  payment: ", confirmed by the payment provider",
  system: " because it was not paid",
};

const statusText = ({ status, by }: Step, step: number) =>
  `${step === 0 ? "Ordered" : statusLabels[status]}${actorTexts[by]}`;

export function OrderHistory({ order: { history, events = [], earlierEvents } }: { order: Order }) {
  const entries = [
    ...history.map((step, index) => ({ at: step.at, text: statusText(step, index), by: undefined })),
    ...events.map(({ at, text, by }) => ({ at, text, by })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  return (
    <OrderSection id="order-history" title="History">
      <EarlierEvents count={earlierEvents} />
      <ol aria-labelledby="order-history" className="order-history">
        {entries.map(({ at, text, by }) => (
          <li key={`${text} ${at}`}>
            {text}
            <span className="block text-small text-ink-soft">
              {formatMoment(at)}
              {by && ` ${actorLabels[by]}`}
            </span>
          </li>
        ))}
      </ol>
    </OrderSection>
  );
}
