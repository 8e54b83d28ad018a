import { useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { Order, ShippingForm } from "../../contracts/orders/order.ts";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";
import { hasFields, useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ShippingFields } from "./shipping-fields.tsx";

/** Opens the form for the recipient and address. The server decides who may change them, and until when. */
export function ChangeShipping({ order, className }: { order: Order; className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
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
    fail: (refusal) =>
      hasFields(refusal)
        ? ""
        : (refusal?.message ?? "It could not be saved. Please check your connection and try again."),
  });
  return (
    <form method="dialog" aria-label="Address" {...attributes} className="grid min-h-0 gap-4 overflow-y-auto px-5 pb-6">
      <ShippingFields
        fieldProps={(name) => ({ name, defaultValue: order.shipping[name], error: errors[name] })}
        hasPieces={order.items.some(isPiece)}
      />
      <p role="alert" className="font-medium text-rose empty:hidden">
        {error}
      </p>
      <Button type="submit" look="accent" disabled={isSending}>
        {isSending ? "Saving..." : "Save"}
      </Button>
    </form>
  );
}
