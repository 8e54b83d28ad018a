import { lazy, Suspense, useState } from "react";
import { useRevalidator } from "react-router";
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from "../../contracts/field-rules.ts";
import { addressLines, isPiece } from "../../contracts/orders/cart-rules.ts";
import type { Order, ShippingForm } from "../../contracts/orders/order.ts";
import { isShippingOpen } from "../../contracts/orders/order-rules.ts";
import { PIN_PATTERN, PIN_RULE } from "../../contracts/orders/pin-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { formatMoment } from "../lib/dates.ts";
import { useShop } from "../lib/site.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { DialogForm } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmailField, Field, PhoneField, TextField } from "../ui/field.tsx";
import { OrderSection } from "./order-frame.tsx";

/** Loaded lazily: few shops and pages ask for it, and it brings the list of States. */
const StateFields = lazy(() => import("./state-fields.tsx"));

export const gstinText = ({ gstin }: { gstin?: string | undefined }) => gstin && `GSTIN ${gstin}`;

export function Recipient({ order }: { order: Order }) {
  const { shipping, shippingChange, note, status } = order;
  return (
    <OrderSection id="order-shipping" title="For">
      <p className="leading-relaxed wrap-anywhere whitespace-pre-line">
        {[shipping.name, shipping.email, shipping.phone, addressLines(shipping), shipping.state, gstinText(shipping)]
          .filter(Boolean)
          .join("\n")}
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
        <ShippingDetailsForm key={order.shippingChange?.at} order={order} onClose={close} />
      </Dialog>
    </>
  );
}

function ShippingDetailsForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm<ShippingForm>({
    async send(body) {
      await browserApi.call("PUT /api/orders/:id/shipping", { params: { id: order._id }, body });
      onClose();
      toast("Details saved");
      await revalidate();
    },
  });
  return (
    <DialogForm name="Address" form={form} action={["Save", "Saving..."]} onClose={onClose}>
      <ShippingFields values={order.shipping} errors={form.errors} />
    </DialogForm>
  );
}

interface ShippingFieldsProps {
  /** What the names of the fields begin with in the server's form. */
  path?: string;
  /** The stored values by field name. Without an e-mail address there is no field for it. */
  values: Record<string, unknown>;
  errors: Record<string, string>;
  /** Only pieces are sent by post, so only they need a PIN code. */
  hasPin?: boolean;
  isAddressRequired?: boolean;
  /** Keeps the fields of the address out of sight: a saved one is chosen. */
  isAddressHidden?: boolean | undefined;
  emailHint?: string;
  addressHint?: string | undefined;
  /** Asks for the State, which otherwise only orders of a registered shop need. */
  hasState?: boolean;
}

export function ShippingFields({ path = "", values, errors, hasPin = true, ...rest }: ShippingFieldsProps) {
  const { isAddressRequired: required, isAddressHidden, emailHint, addressHint, hasState } = rest;
  const { isRegistered } = useShop();
  const [pin, setPin] = useState(String(values[`${path}pin`] ?? ""));
  function propsOf(field: string) {
    const name = path + field;
    return { name, defaultValue: String(values[name] ?? ""), error: errors[name] };
  }
  return (
    <>
      <Field label="Full Name" {...propsOf("name")} autoComplete="name" maxLength={MAX_NAME_LENGTH} required />
      {`${path}email` in values && <EmailField label="Email Address" {...propsOf("email")} hint={emailHint} />}
      <PhoneField {...propsOf("phone")} required />
      <div className="address-fields" hidden={isAddressHidden}>
        <TextField
          label="Address"
          {...propsOf("address")}
          rows={3}
          autoComplete="street-address"
          maxLength={MAX_ADDRESS_LENGTH}
          placeholder="For products: house, street, city"
          hint={addressHint}
          required={required}
        />
        {hasPin && (
          <Field
            label="PIN code"
            {...propsOf("pin")}
            inputMode="numeric"
            autoComplete="postal-code"
            pattern={PIN_PATTERN}
            rule={PIN_RULE}
            required={required}
            onChange={({ target }) => setPin(target.value)}
          />
        )}
      </div>
      {(hasState || isRegistered) && (
        <Suspense fallback={<div className="bone h-20" />}>
          <StateFields pin={hasPin ? pin : ""} propsOf={propsOf} isRequired={!hasState} hasGstin={isRegistered} />
        </Suspense>
      )}
    </>
  );
}
