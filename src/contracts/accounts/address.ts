import { z } from "zod";
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from "../field-rules.ts";
import { personName, requiredPhone, requiredPin, requiredText } from "../fields.ts";
import { indianStates } from "../orders/state-rules.ts";

export const addressForm = z.object(
  {
    name: personName("Full Name", MAX_NAME_LENGTH),
    phone: requiredPhone,
    address: requiredText("Address", MAX_ADDRESS_LENGTH),
    pin: requiredPin,
    state: z
      .enum(["", ...indianStates], "State must be a State or Union Territory of India.")
      .default("")
      .describe("Empty: the State of the PIN code."),
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
  state: z.enum(["", ...indianStates]).describe("Empty when it is not known."),
  isDefault: z.boolean().describe("One of an account's addresses is."),
});
export type SavedAddress = z.infer<typeof savedAddress>;
