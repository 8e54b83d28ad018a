import { useId } from "react";
import { isPiece } from "../../contracts/cart-rules.ts";
import { MAX_NOTE_LENGTH } from "../../contracts/text-limits.ts";
import { type CartLine, totalOf } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import type { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { AddressQuestion } from "./address-question.tsx";
import { type ShippingValues, saveDraft } from "./draft.ts";
import { PaymentNote } from "./payment-note.tsx";
import { ShippingFields } from "./shipping-fields.tsx";
import { useAddressQuestion } from "./use-address-question.ts";

interface CheckoutFormProps {
  draft: ShippingValues;
  /** The lines that can be bought. */
  cart: readonly CartLine[];
  form: ReturnType<typeof useForm>;
}

export function CheckoutForm({ draft, cart, form }: CheckoutFormProps) {
  const noteId = useId();
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
        <PaymentNote id={noteId} cart={cart} />
        <PayBar cart={cart} form={form} noteId={noteId} />
      </form>
      <AddressQuestion {...question} />
    </>
  );
}

interface PayBarProps extends Pick<CheckoutFormProps, "cart" | "form"> {
  /** The id of the line that says what happens next. */
  noteId: string;
}

function PayBar({ cart, form: { reason, isSending }, noteId }: PayBarProps) {
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
        aria-describedby={isBlocked ? blockedId : noteId}
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
