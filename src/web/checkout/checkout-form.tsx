import { useEffect, useId } from "react";
import { MAX_NOTE_LENGTH } from "../../contracts/field-rules.ts";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import { choosePin } from "../cart/choose-pin.ts";
import { PriceNotes } from "../cart/price-rows.tsx";
import type { TotalsState } from "../cart/use-totals.ts";
import type { CartLine } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { useShop } from "../lib/site.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { AddressQuestion } from "./address-question.tsx";
import { type ShippingValues, saveDraft } from "./draft.ts";
import { HoldNote } from "./hold-note.tsx";
import { PaymentNote } from "./payment-note.tsx";
import { ShippingFields } from "./shipping-fields.tsx";
import { useAddressQuestion } from "./use-address-question.ts";
import type { Checkout } from "./use-checkout.ts";

interface CheckoutFormProps {
  draft: ShippingValues;
  /** The lines that can be bought. */
  cart: readonly CartLine[];
  totals: TotalsState;
  form: Checkout;
}

export function CheckoutForm({ draft, cart, totals, form }: CheckoutFormProps) {
  const noteId = useId();
  const pricesPin = useShop().delivery?.hasPinPrices === true;
  const pin = draft["shipping.pin"];
  // The delivery charge in the total depends on the PIN code in the form.
  useEffect(() => {
    if (pricesPin) choosePin(pin);
  }, [pricesPin, pin]);
  const hasPieces = cart.some(isPiece);
  const fieldProps = (name: keyof ShippingValues) => ({ name, defaultValue: draft[name], error: form.errors[name] });
  const { onSubmit, question } = useAddressQuestion(cart, form.attributes.onSubmit);
  return (
    <>
      {/* Sent by script only: with `dialog`, a submit before hydration does nothing. */}
      <form
        method="dialog"
        aria-label="Checkout"
        {...form.attributes}
        onSubmit={onSubmit}
        onInput={({ target }) => {
          const { name, value } = target as HTMLInputElement;
          saveDraft(name, value);
          if (pricesPin && name === "shipping.pin") choosePin(value);
        }}
        className="grid gap-5"
      >
        <ShippingFields
          fieldProps={(field) => fieldProps(`shipping.${field}`)}
          hasPieces={hasPieces}
          emailHint="The confirmation and the way into your courses are sent here."
          addressHint={hasPieces ? "Your cart holds products: we need an address to deliver them." : undefined}
        />
        <TextField
          label="Note for us"
          {...fieldProps("note")}
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          hint="A ring size, a wish, anything we should know."
        />
        <PaymentNote id={noteId} cart={cart} isFree={totals.totals?.total === 0} />
        <PayBar cart={cart} totals={totals} form={form} noteId={noteId} />
      </form>
      <AddressQuestion {...question} />
    </>
  );
}

interface PayBarProps extends Pick<CheckoutFormProps, "cart" | "totals" | "form"> {
  /** The id of the line that says what happens next. */
  noteId: string;
}

function PayBar({ cart, totals: state, form: { error, isSending, isHoldExpired }, noteId }: PayBarProps) {
  const blockedId = useId();
  const isBlocked = cart.length === 0 && !isSending;
  const { totals, isPending } = state;
  const label =
    totals?.total === 0 && cart.length > 0 ? "Place order" : `Pay ${totals ? formatRupees(totals.total) : "…"}`;
  return (
    <div className="checkout-pay">
      <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
        {error}
      </p>
      <HoldNote isOver={isHoldExpired} />
      <Button
        type="submit"
        look="accent"
        disabled={isSending || isBlocked || isPending || !totals}
        aria-describedby={isBlocked ? blockedId : noteId}
        className="w-full text-lead"
      >
        {isSending ? "Processing..." : label}
      </Button>
      {state.failed && <PriceNotes state={state} />}
      {isBlocked && (
        <p id={blockedId} className="mt-2 text-small text-ink-soft">
          Nothing in your cart can be bought at the moment.
        </p>
      )}
    </div>
  );
}
