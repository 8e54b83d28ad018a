import { useId } from "react";
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from "../../contracts/text-limits.ts";
import { type CartLine, totalOf } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import type { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Field, TextField } from "../ui/field.tsx";
import { type ShippingValues, saveDraft } from "./draft.ts";

interface CheckoutFormProps {
  draft: ShippingValues;
  /** The lines that can be bought. */
  cart: readonly CartLine[];
  form: ReturnType<typeof useForm>;
}

export function CheckoutForm({ draft, cart, form }: CheckoutFormProps) {
  const hasProducts = cart.some(({ itemType }) => itemType === "product");
  const fieldProps = (name: keyof ShippingValues) => ({ name, defaultValue: draft[name], error: form.errors[name] });
  return (
    // Sent by script only: with `dialog`, a submit before hydration does nothing.
    <form
      method="dialog"
      aria-label="Checkout"
      onSubmit={form.onSubmit}
      onInput={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        saveDraft(name, value);
      }}
      className="grid gap-5"
    >
      <Field
        label="Full Name"
        {...fieldProps("shipping.name")}
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        required
      />
      <Field
        label="Email Address"
        {...fieldProps("shipping.email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        hint="The confirmation and the way into your courses are sent here."
      />
      <Field label="Phone" {...fieldProps("shipping.phone")} type="tel" inputMode="tel" autoComplete="tel" required />
      <TextField
        label="Address"
        {...fieldProps("shipping.address")}
        rows={3}
        autoComplete="street-address"
        maxLength={MAX_ADDRESS_LENGTH}
        placeholder="For products: house, street, city, PIN code"
        hint={hasProducts ? "Your cart holds products: we need an address to deliver them." : undefined}
      />
      <PayBar cart={cart} form={form} />
    </form>
  );
}

function PayBar({ cart, form: { reason, isSending } }: Pick<CheckoutFormProps, "cart" | "form">) {
  const blockedId = useId();
  const isBlocked = cart.length === 0 && !isSending;
  return (
    <div className="checkout-pay">
      <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
        {reason}
      </p>
      <Button
        type="submit"
        look="accent"
        disabled={isSending || isBlocked}
        aria-describedby={isBlocked ? blockedId : undefined}
        className="w-full text-lead"
      >
        {isSending ? "Processing..." : `Pay ${formatRupees(totalOf(cart))}`}
      </Button>
      {isBlocked && (
        <p id={blockedId} className="mt-2 text-small text-ink-soft">
          Nothing in your cart can be bought at the moment.
        </p>
      )}
    </div>
  );
}
