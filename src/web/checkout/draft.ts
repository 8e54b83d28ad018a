import type { Profile } from "../../contracts/accounts/user.ts";
import { readPriceChoices } from "../cart/price-choices.ts";
import { readLogin } from "../lib/login.ts";

/** The form's fields, with the names that the server uses in its errors. */
type FieldName = `shipping.${"name" | "email" | "phone" | "address" | "pin"}` | "note";
export type ShippingValues = Record<FieldName, string>;

interface Draft {
  userId: string | undefined;
  values: Partial<ShippingValues>;
  isAddressDeclined?: boolean;
}

let typed: Draft = { userId: undefined, values: {} };

const ownDraft = (): Draft => {
  const userId = readLogin()?.id;
  return typed.userId === userId ? typed : { userId, values: {} };
};

/** Keeps the input in memory while the buyer goes to the cart and back. */
export function saveDraft(field: string, value: string) {
  const draft = ownDraft();
  typed = { ...draft, values: { ...draft.values, [field]: value } };
}

export const isAddressDeclined = () => ownDraft().isAddressDeclined === true;

export function declineAddress() {
  typed = { ...ownDraft(), isAddressDeclined: true };
}

/** After a purchase: keeps the recipient for the next order, clears the note and `isAddressDeclined`. */
export function endDraft() {
  const { userId, values } = ownDraft();
  typed = { userId, values: { ...values, note: "" } };
}

/** The form's initial values: earlier input, else the profile. */
export const draftFor = (profile: Profile | undefined): ShippingValues => ({
  "shipping.name": profile?.provisionalName ? "" : (profile?.name ?? ""),
  "shipping.email": profile?.email ?? "",
  "shipping.phone": profile?.phone ?? "",
  "shipping.address": "",
  "shipping.pin": readPriceChoices().pin,
  note: "",
  ...ownDraft().values,
});
