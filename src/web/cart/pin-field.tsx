import { PIN_PATTERN, PIN_RULE } from "../../contracts/orders/pin-rules.ts";
import { Field } from "../ui/field.tsx";
import { choosePin, readPriceChoices } from "./price-choices.ts";

/** For shops whose delivery charge depends on the PIN code: it is shown before the checkout. */
export default function PinField() {
  return (
    <Field
      label="PIN code"
      name="pin"
      inputMode="numeric"
      autoComplete="postal-code"
      maxLength={7}
      pattern={PIN_PATTERN}
      rule={PIN_RULE}
      defaultValue={readPriceChoices().pin}
      onChange={({ target }) => choosePin(target.value)}
      hint="Delivery to some PIN codes costs more or less."
      className="mt-4"
    />
  );
}
