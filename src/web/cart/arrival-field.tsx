import { useEffect, useState } from "react";
import { PIN_PATTERN, PIN_RULE } from "../../contracts/orders/pin-rules.ts";
import { Field } from "../ui/field.tsx";
import { learnPin, useArrivalText } from "./arrival.ts";
import { choosePin, readPriceChoices, usePriceChoices } from "./price-choices.ts";

interface ArrivalFieldProps {
  /** Shows the field from the start: the price depends on the PIN code. */
  isOpen?: boolean;
  /** Opens the field with the focus: its button was pressed while this was loaded. */
  isAsked?: boolean;
}

/** When pieces arrive, and the field for the PIN code. As high as one line until somebody opens it. */
export default function ArrivalField({ isOpen = false, isAsked = false }: ArrivalFieldProps) {
  const { pin } = usePriceChoices();
  const [isTyping, setTyping] = useState<boolean | undefined>(isOpen || isAsked || undefined);
  const text = useArrivalText(pin);
  useEffect(() => void learnPin(), []);

  /** A complete PIN code gives the field's place to the days. */
  function change(typed: string) {
    choosePin(typed);
    const digits = typed.replace(/\s/g, "");
    if (!isOpen && digits && digits === readPriceChoices().pin) setTyping(false);
  }
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3">
      {isTyping && (
        <Field
          label="PIN code"
          name="pin"
          required={!isOpen}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={7}
          pattern={PIN_PATTERN}
          rule={PIN_RULE}
          defaultValue={readPriceChoices().pin}
          onChange={({ target }) => change(target.value)}
          hint={isOpen ? "Delivery to some PIN codes costs more or less." : undefined}
          // The button that it replaces had the focus.
          autoFocus={!isOpen}
          className="w-full max-w-60"
        />
      )}
      <p role="status" className="font-medium">
        {text}
      </p>
      {!isTyping && (
        <button
          type="button"
          onClick={() => setTyping(true)}
          // biome-ignore lint/a11y/noAutofocus: the field that it replaces had the focus.
          autoFocus={isTyping === false}
          className="min-h-11 font-semibold underline-gold"
        >
          {pin ? `PIN ${pin}` : "When does it arrive?"}
        </button>
      )}
    </div>
  );
}
