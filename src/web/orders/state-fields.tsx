import { useState } from "react";
import { indianStates, stateOfPin } from "../../contracts/orders/state-rules.ts";
import { Options, SelectField } from "../ui/choice-fields.tsx";
import { Field } from "../ui/field.tsx";

interface StateFieldsProps {
  /** As typed; empty where the form has no PIN code. */
  pin: string;
  propsOf: (field: string) => { name: string; defaultValue: string; error: string | undefined };
  isRequired: boolean;
  hasGstin: boolean;
}

/** The State, filled in from the PIN code, and the buyer's GSTIN. */
export default function StateFields({ pin, propsOf, isRequired, hasGstin }: StateFieldsProps) {
  const { defaultValue, ...props } = propsOf("state");
  const digits = pin.replace(/\s/g, "");
  const stateHere = digits.length === 6 ? stateOfPin(digits) : undefined;
  const [{ state, filledFor }, setState] = useState({
    state: defaultValue || (stateHere ?? ""),
    // A PIN code that was typed before this was loaded counts as changed.
    filledFor: propsOf("pin").defaultValue,
  });
  if (pin !== filledFor) setState({ state: stateHere ?? state, filledFor: pin });
  return (
    <div className="flex flex-wrap gap-5 *:min-w-0 *:flex-1 *:basis-56">
      <div>
        <SelectField
          label="State"
          {...props}
          required={isRequired}
          autoComplete="address-level1"
          value={state}
          onChange={({ target }) => setState({ state: target.value, filledFor: pin })}
        >
          <Options of={[["", "Choose"], ...indianStates]} />
        </SelectField>
        <p role="status" className="text-small font-medium not-empty:mt-1">
          {stateHere && state && state !== stateHere && `PIN code ${digits} is in ${stateHere}. Please check both.`}
        </p>
      </div>
      {hasGstin && (
        <Field
          label="GSTIN"
          {...propsOf("gstin")}
          maxLength={15}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="If you buy for a registered business."
        />
      )}
    </div>
  );
}
