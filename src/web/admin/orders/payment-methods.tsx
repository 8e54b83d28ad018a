import { useState } from "react";
import {
  MAX_REFERENCE_LENGTH,
  needsReference,
  type PaymentMethod,
  PROVIDER_LABEL,
  type RecordedMethod,
  recordedMethods,
} from "../../../contracts/payments/payment-rules.ts";
import { Options, SelectField } from "../../ui/choice-fields.tsx";
import { Field } from "../../ui/field.tsx";

export const methodLabels: Record<PaymentMethod, string> = {
  provider: PROVIDER_LABEL,
  mark: "Marked as paid",
  upi: "UPI",
  cash: "Cash",
  bank: "Bank transfer",
  courier: "Courier",
};

interface MethodFieldsProps {
  /** Who sees the reference. */
  seenBy: string;
  errors: { method?: string | undefined; reference?: string | undefined };
}

/** How money came or went without the provider. */
export function MethodFields({ seenBy, errors }: MethodFieldsProps) {
  const [method, setMethod] = useState<RecordedMethod>("upi");
  return (
    <>
      <SelectField
        label="Method"
        name="method"
        required
        value={method}
        onChange={(event) => setMethod(event.currentTarget.value as RecordedMethod)}
        error={errors.method}
      >
        <Options of={recordedMethods.map((one) => [one, methodLabels[one]] as const)} />
      </SelectField>
      <Field
        label="Reference"
        name="reference"
        required={needsReference(method)}
        maxLength={MAX_REFERENCE_LENGTH}
        autoComplete="off"
        hint={`Such as the UPI transaction id. ${seenBy}`}
        error={errors.reference}
      />
    </>
  );
}
