import type { SavedAddress } from "../../contracts/accounts/address.ts";
import type { Profile } from "../../contracts/accounts/user.ts";
import { readPriceChoices } from "../cart/price-choices.ts";
import { readLogin } from "../lib/login.ts";

/** The form's fields, with the names that the server uses in its errors. */
type FieldName = `shipping.${"name" | "email" | "phone" | "address" | "pin"}` | "note" | "addressId" | "saveAddress";
export type CheckoutValues = Record<FieldName, string>;

interface Draft {
  userId: string | undefined;
  values: Partial<CheckoutValues>;
  isAddressDeclined?: boolean;
}

let typed: Draft | undefined;

/** Kept in memory while the buyer goes to the cart and back, and in the page's history entry over a reload. */
function ownDraft(): Draft {
  const userId = readLogin()?.id;
  typed ??= (history.state as { checkout?: Draft } | null)?.checkout;
  return typed?.userId === userId && typed?.values ? typed : { userId, values: {} };
}

function keep(draft: Draft, stored: Draft | undefined = draft) {
  typed = draft;
  try {
    history.replaceState({ ...history.state, checkout: stored }, "");
  } catch {
    // Browsers limit how often an entry changes: the next input stores it.
  }
}

export function saveDraft(values: Partial<CheckoutValues>) {
  const draft = ownDraft();
  keep({ ...draft, values: { ...draft.values, ...values } });
}

export const isAddressDeclined = () => ownDraft().isAddressDeclined === true;

export const declineAddress = () => keep({ ...ownDraft(), isAddressDeclined: true });

/** After a purchase: keeps the recipient for the next order in memory, clears the note and `isAddressDeclined`. */
export function endDraft() {
  const { userId, values } = ownDraft();
  keep({ userId, values: { ...values, note: "" } }, undefined);
}

/** What a saved address fills in. Without one, address and PIN code are typed. */
export const addressValues = (saved: SavedAddress | undefined): Partial<CheckoutValues> => ({
  ...(saved && { "shipping.name": saved.name, "shipping.phone": saved.phone }),
  "shipping.address": saved?.address ?? "",
  "shipping.pin": saved?.pin ?? "",
  addressId: saved?._id ?? "",
});

/** The form's initial values: earlier input, else the default address, else the profile. */
export function draftFor(profile: Profile | undefined, addresses: readonly SavedAddress[]): CheckoutValues {
  const { values } = ownDraft();
  const { addressId, "shipping.address": address, "shipping.pin": pin } = values;
  const isTyped = address !== undefined;
  const saved =
    addresses.find(({ _id }) => !isTyped || _id === addressId) ??
    addresses.find((one) => one.address === address && one.pin === pin);
  return {
    "shipping.name": profile?.provisionalName ? "" : (profile?.name ?? ""),
    "shipping.email": profile?.email ?? "",
    "shipping.phone": profile?.phone ?? "",
    "shipping.address": "",
    "shipping.pin": readPriceChoices().pin,
    note: "",
    saveAddress: "on",
    ...(saved && addressValues(saved)),
    ...values,
    addressId: saved?._id ?? "",
  };
}
