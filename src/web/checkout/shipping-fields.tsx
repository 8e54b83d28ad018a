import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH, PIN_PATTERN, PIN_RULE } from "../../contracts/field-rules.ts";
import { EmailField, Field, PhoneField, TextField } from "../ui/field.tsx";

interface ShippingFieldsProps {
  /** Name, value and error of a field. The name is the server's name for it. */
  fieldProps: (field: "name" | "email" | "phone" | "address" | "pin") => {
    name: string;
    defaultValue: string | undefined;
    error: string | undefined;
  };
  /** Only pieces are sent by post, so only they need a PIN code. */
  hasPieces: boolean;
  emailHint?: string;
  addressHint?: string | undefined;
}

/** The recipient's fields, used by the checkout and the order page. */
export function ShippingFields({ fieldProps, hasPieces, emailHint, addressHint }: ShippingFieldsProps) {
  return (
    <>
      <Field label="Full Name" {...fieldProps("name")} autoComplete="name" maxLength={MAX_NAME_LENGTH} required />
      <EmailField label="Email Address" {...fieldProps("email")} hint={emailHint} />
      <PhoneField {...fieldProps("phone")} required />
      <div className="address-fields">
        <TextField
          label="Address"
          {...fieldProps("address")}
          rows={3}
          autoComplete="street-address"
          maxLength={MAX_ADDRESS_LENGTH}
          placeholder="For products: house, street, city"
          hint={addressHint}
        />
        {hasPieces && (
          <Field
            label="PIN code"
            {...fieldProps("pin")}
            inputMode="numeric"
            autoComplete="postal-code"
            pattern={PIN_PATTERN}
            rule={PIN_RULE}
          />
        )}
      </div>
    </>
  );
}
