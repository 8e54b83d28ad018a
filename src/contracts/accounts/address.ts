import { z } from "zod";
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from "../field-rules.ts";
import { gstinOrEmpty, personName, requiredPhone, requiredPin, requiredText, stateOrEmpty } from "../fields.ts";

export const addressForm = z.object(
  {
    name: personName("Full Name", MAX_NAME_LENGTH),
    phone: requiredPhone,
    address: requiredText("Address", MAX_ADDRESS_LENGTH),
    pin: requiredPin,
    state: stateOrEmpty.default("").describe("Empty: the State of the PIN code."),
    gstin: gstinOrEmpty.optional().describe("Of a buyer who is registered for GST. Absent: it stays as it is."),
    isDefault: z.boolean("Default must be true or false.").default(false),
  },
  "An address must be an object with a name, a phone number, an address and a PIN code.",
);
export type AddressForm = z.input<typeof addressForm>;

export const savedAddress = z.object({
  _id: z.string(),
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  pin: z.string(),
  state: stateOrEmpty.describe("Empty when it is not known."),
  gstin: z.string().optional(),
  isDefault: z.boolean().describe("One of an account's addresses is."),
});
export type SavedAddress = z.infer<typeof savedAddress>;
