import { type FormEvent, useEffect, useId, useState } from "react";
import { flushSync } from "react-dom";
import type { SavedAddress } from "../../contracts/accounts/address.ts";
import type { Profile } from "../../contracts/accounts/user.ts";
import { MAX_NOTE_LENGTH } from "../../contracts/field-rules.ts";
import { type ItemType, isPiece } from "../../contracts/orders/cart-rules.ts";
import { PROVIDER_LABEL } from "../../contracts/payments/payment-rules.ts";
import { useArrivalText } from "../cart/arrival.ts";
import { timeOf } from "../cart/chosen-time.ts";
import { choosePin } from "../cart/price-choices.ts";
import { PriceNotes } from "../cart/price-rows.tsx";
import type { TotalsState } from "../cart/use-totals.ts";
import type { CartLine } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { useSettings, useShop } from "../lib/site.ts";
import { HoldNote } from "../orders/pending-order.tsx";
import { ShippingFields } from "../orders/recipient.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormError, TextField } from "../ui/field.tsx";
import { addressValues, draftFor, type GivenValues, isAddressDeclined, saveDraft } from "./draft.ts";
import { SavedAddresses } from "./saved-addresses.tsx";
import type { Checkout } from "./use-checkout.ts";

interface CheckoutFormProps {
  profile: Profile | undefined;
  addresses: readonly SavedAddress[];
  /** The lines that can be bought. */
  cart: readonly CartLine[];
  totals: TotalsState;
  form: Checkout;
  given: GivenValues;
}

export function CheckoutForm({ profile, addresses, cart, totals, form, given }: CheckoutFormProps) {
  const noteId = useId();
  const { addressNeeded } = useShop();
  const hasPieces = cart.some(isPiece);
  const hasCourses = cart.some(({ itemType }) => itemType === "course");
  const { pin, choose: choosePrice } = totals;
  const [values, setValues] = useState(() => draftFor(profile, addresses, { hasPieces, pin, given }));
  const chosen = addresses.find(({ _id }) => _id === values.addressId);
  const firstPin = values["shipping.pin"];
  // The delivery charge in the total, and the days, depend on the PIN code in the form.
  useEffect(() => {
    if (hasPieces) choosePin(firstPin, choosePrice);
  }, [hasPieces, firstPin, choosePrice]);
  const arrivalText = useArrivalText(hasPieces ? pin : "");
  const { onSubmit, question } = useAddressQuestion(cart, form.attributes.onSubmit);

  function choose(address: SavedAddress | undefined) {
    saveDraft(addressValues(address));
    setValues(draftFor(profile, addresses, { hasPieces: true, pin, given }));
  }
  return (
    <>
      {/* Sent by script only: with `dialog`, a submit before hydration does nothing. */}
      <form
        method="dialog"
        aria-label="Checkout"
        {...form.attributes}
        onSubmit={onSubmit}
        onInput={({ target }) => {
          const { name, type, value, checked } = target as HTMLInputElement;
          saveDraft({ [name]: type === "checkbox" && !checked ? "" : value });
          if (name !== "shipping.pin") return;
          choosePin(value, choosePrice);
          // It follows the PIN code.
          saveDraft({ "shipping.state": "" });
        }}
        className="grid gap-5"
      >
        {hasPieces && addresses.length > 0 && (
          <SavedAddresses addresses={addresses} chosen={chosen} onChoose={choose} />
        )}
        {/* The key fills the fields again when another address is chosen. */}
        <ShippingFields
          key={chosen?._id}
          path="shipping."
          values={values}
          errors={form.errors}
          hasPin={hasPieces}
          isAddressRequired={hasPieces && addressNeeded}
          isAddressHidden={chosen && !form.errors["shipping.address"] && !form.errors["shipping.pin"]}
          emailHint={`The confirmation ${hasCourses ? "and the way into your courses are" : "is"} sent here.`}
          addressHint={hasPieces ? "Your cart holds products: we need an address to deliver them." : undefined}
        />
        {hasPieces && (
          <div className="-mt-3 grid gap-1">
            {!chosen && (
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  name="saveAddress"
                  value="on"
                  defaultChecked={values.saveAddress === "on"}
                  className="size-5 accent-ink"
                />
                Save this address for my next orders
              </label>
            )}
            <p role="status" className="min-h-6 font-medium">
              {arrivalText}
            </p>
          </div>
        )}
        <TextField
          label="Note for us"
          name="note"
          defaultValue={values.note}
          error={form.errors.note}
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          hint={hasPieces ? "A wish, a greeting for a gift, anything we should know." : "Anything we should know."}
        />
        <PaymentNote id={noteId} cart={cart} isFree={totals.totals?.total === 0} />
        <PayBar cart={cart} totals={totals} form={form} noteId={noteId} />
      </form>
      {question}
    </>
  );
}

interface PayBarProps extends Pick<CheckoutFormProps, "cart" | "totals" | "form"> {
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
      <FormError className="not-empty:mb-3">{error}</FormError>
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

/** One line above the pay button: who takes the payment, and what happens after it. */
function PaymentNote({ id, cart, isFree }: { id: string; cart: readonly CartLine[]; isFree: boolean }) {
  const isSandbox = useSettings().payments === "sandbox";
  const has = (type: ItemType) => cart.some(({ itemType }) => itemType === type);
  const hasOpenTime = cart.some((line) => line.itemType === "consultancy" && !timeOf(line));
  const steps = [has("product") && "send your pieces", hasOpenTime && "call or write to arrange your session"];
  const next = steps.filter(Boolean).join(" and ");
  return (
    <p id={id} className="text-small text-ink-soft">
      {isFree ? "There is nothing to pay" : `${PROVIDER_LABEL} takes the payment`}
      {!isFree && isSandbox && ", simulated in test mode"}. You then get a confirmation by mail
      {has("course") && ", with the way into your course"}.{next && ` We ${next}.`}
    </p>
  );
}

const addressIn = (form: HTMLFormElement) => form.elements.namedItem("shipping.address") as HTMLTextAreaElement;

/** Asks once, before the form is sent, for the address of an order with pieces. `send` sends the form. */
function useAddressQuestion(cart: readonly CartLine[], send: (event: FormEvent<HTMLFormElement>) => void) {
  const textId = useId();
  /** The submit button that was pressed while the question is open. */
  const [pressed, setPressed] = useState<HTMLButtonElement>();
  const close = () => setPressed(undefined);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const isMissing = cart.some(isPiece) && addressIn(form).value.trim() === "";
    if (!isMissing || isAddressDeclined() || !form.checkValidity()) return send(event);
    event.preventDefault();
    setPressed((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement);
  }
  function addAddress() {
    // The dialog must be closed first: closing it moves the focus back to the button.
    flushSync(close);
    if (pressed?.form) addressIn(pressed.form).focus();
  }
  function continueWithout() {
    saveDraft({ noAddress: "yes" });
    flushSync(close);
    pressed?.form?.requestSubmit(pressed);
  }

  const question = (
    <Dialog
      open={pressed !== undefined}
      onClose={close}
      title="Where shall we send it?"
      describedBy={textId}
      look="choice"
    >
      <div className="px-5 pb-6">
        <p id={textId}>
          Your cart holds pieces, and we need an address to send them to. If you continue without one, you can add it
          later on the page of your order.
        </p>
        <div className="mt-6 grid gap-3">
          <Button look="accent" onClick={addAddress}>
            Add an address
          </Button>
          <Button onClick={continueWithout}>Continue without</Button>
        </div>
      </div>
    </Dialog>
  );
  return { onSubmit, question };
}
