import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from "../../contracts/text-limits.ts";
import { EmailField, Field, PhoneField, TextField } from "../ui/field.tsx";

interface ShippingFieldsProps {
  /** Name, value and error of a field. The name is the server's name for it. */
  fieldProps: (field: "name" | "email" | "phone" | "address") => {
    name: string;
    defaultValue: string;
    error: string | undefined;
  };
  emailHint?: string;
  addressHint?: string | undefined;
}

/** Who an order is for, at the checkout and on the order. */
export function ShippingFields({ fieldProps, emailHint, addressHint }: ShippingFieldsProps) {
  return (
    <>
      <Field label="Full Name" {...fieldProps("name")} autoComplete="name" maxLength={MAX_NAME_LENGTH} required />
      <EmailField label="Email Address" {...fieldProps("email")} hint={emailHint} />
      <PhoneField {...fieldProps("phone")} required />
      <TextField
        label="Address"
        {...fieldProps("address")}
        rows={3}
        autoComplete="street-address"
        maxLength={MAX_ADDRESS_LENGTH}
        placeholder="For products: house, street, city, PIN code"
        hint={addressHint}
      />
    </>
  );
}
