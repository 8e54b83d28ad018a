import { useState } from "react";
import { useRevalidator } from "react-router";
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from "../../contracts/field-rules.ts";
import { addressLines, isPiece } from "../../contracts/orders/cart-rules.ts";
import type { Order, ShippingForm } from "../../contracts/orders/order.ts";
import { isShippingOpen } from "../../contracts/orders/order-rules.ts";
import { PIN_PATTERN, PIN_RULE } from "../../contracts/orders/pin-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { formatMoment } from "../lib/dates.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmailField, Field, FormError, PhoneField, TextField } from "../ui/field.tsx";
import { OrderSection } from "./order-frame.tsx";

export function Recipient({ order }: { order: Order }) {
  const { shipping, shippingChange, note, status } = order;
  return (
    <OrderSection id="order-shipping" title="For">
      <p className="leading-relaxed wrap-anywhere whitespace-pre-line">
        {[shipping.name, shipping.email, shipping.phone, addressLines(shipping)].filter(Boolean).join("\n")}
      </p>
      {shippingChange && (
        <p className="mt-1 text-small text-ink-soft">
          Changed by {shippingChange.by === "owner" ? "us" : "you"} on {formatMoment(shippingChange.at)}
        </p>
      )}
      {isShippingOpen(status) && <ChangeShipping order={order} className="mt-4" />}
      {note && (
        <>
          <h3 className="mt-5 font-semibold">Your note for us</h3>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{note}</p>
        </>
      )}
    </OrderSection>
  );
}

/** Opens the form for the recipient and address. The server decides who may change them, and until when. */
export function ChangeShipping({ order, className }: { order: Order; className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const hasPieces = order.items.some(isPiece);
  const isMissing = hasPieces && !order.shipping.address;
  const title = isMissing ? "Add an address" : hasPieces ? "Change address" : "Change details";
  return (
    <>
      <Button look={isMissing ? "accent" : "quiet"} onClick={() => setOpen(true)} className={className}>
        {title}
      </Button>
      <Dialog open={isOpen} onClose={close} title={title} look="choice">
        {/* The key remounts the form after each change, so that it starts with the stored values. */}
        <ShippingDetailsForm key={order.shippingChange?.at} order={order} onSaved={close} />
      </Dialog>
    </>
  );
}

function ShippingDetailsForm({ order, onSaved }: { order: Order; onSaved: () => void }) {
  const { revalidate } = useRevalidator();
  const { attributes, errors, error, isSending } = useForm<ShippingForm>({
    async send(body) {
      await browserApi.call("PUT /api/orders/:id/shipping", { params: { id: order._id }, body });
      onSaved();
      toast("Details saved");
      await revalidate();
    },
  });
  return (
    <form method="dialog" aria-label="Address" {...attributes} className="grid min-h-0 gap-4 overflow-y-auto px-5 pb-6">
      <ShippingFields fieldProps={(name) => ({ name, defaultValue: order.shipping[name], error: errors[name] })} />
      <FormError>{error}</FormError>
      <Button type="submit" look="accent" disabled={isSending}>
        {isSending ? "Saving..." : "Save"}
      </Button>
    </form>
  );
}

interface ShippingFieldsProps {
  /** Name, value and error of a field. The name is the server's name for it. */
  fieldProps: (field: "name" | "email" | "phone" | "address" | "pin") => {
    name: string;
    defaultValue: string | undefined;
    error: string | undefined;
  };
  /** Only pieces are sent by post, so only they need an address. */
  hasAddress?: boolean;
  hasEmail?: boolean;
  isAddressRequired?: boolean;
  /** Keeps the fields of the address out of sight: a saved one is chosen. */
  isAddressHidden?: boolean;
  emailHint?: string;
  addressHint?: string | undefined;
}

export function ShippingFields({
  fieldProps,
  hasAddress = true,
  hasEmail = true,
  emailHint,
  addressHint,
  ...address
}: ShippingFieldsProps) {
  const required = address.isAddressRequired;
  return (
    <>
      <Field label="Full Name" {...fieldProps("name")} autoComplete="name" maxLength={MAX_NAME_LENGTH} required />
      {hasEmail && <EmailField label="Email Address" {...fieldProps("email")} hint={emailHint} />}
      <PhoneField {...fieldProps("phone")} required />
      {hasAddress && (
        <div className="address-fields" hidden={address.isAddressHidden}>
          <TextField
            label="Address"
            {...fieldProps("address")}
            rows={3}
            autoComplete="street-address"
            maxLength={MAX_ADDRESS_LENGTH}
            placeholder="For products: house, street, city"
            hint={addressHint}
            required={required}
          />
          <Field
            label="PIN code"
            {...fieldProps("pin")}
            inputMode="numeric"
            autoComplete="postal-code"
            pattern={PIN_PATTERN}
            rule={PIN_RULE}
            required={required}
          />
        </div>
      )}
    </>
  );
}
