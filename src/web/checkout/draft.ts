import type { SavedAddress } from "../../contracts/accounts/address.ts";
import type { Profile } from "../../contracts/accounts/user.ts";
import type { IndianState } from "../../contracts/orders/state-rules.ts";
import { readLogin } from "../lib/login.ts";

/** The form's fields, with the names that the server uses in its errors. `noAddress`: asked for one, the buyer has none. */
type ShippingName = "name" | "email" | "phone" | "address" | "pin" | "gstin";
type FieldName = `shipping.${ShippingName}` | "note" | "addressId" | "saveAddress" | "noAddress";
export type CheckoutValues = Record<FieldName, string> & { "shipping.state": IndianState | "" };
export type GivenValues = Partial<CheckoutValues> | undefined;

interface Draft {
  userId: string | undefined;
  values: Partial<CheckoutValues>;
}

let typed: Draft | undefined;

/** Kept in memory while the buyer goes to the cart and back, and in the page's history entry over a reload. */
function ownDraft(): Draft {
  const userId = readLogin()?.id;
  typed ??= (history.state as { checkout?: Draft } | null)?.checkout;
  return typed?.userId === userId && typed?.values ? typed : { userId, values: {} };
}

export function saveDraft(change: Partial<CheckoutValues>, isOver = false) {
  const { userId, values } = ownDraft();
  typed = { userId, values: { ...values, ...change } };
  try {
    history.replaceState({ ...history.state, checkout: isOver ? undefined : typed }, "");
  } catch {
    // Browsers limit how often an entry changes: the next input stores it.
  }
}

export const isAddressDeclined = () => ownDraft().values.noAddress === "yes";

/** After a purchase: keeps the recipient for the next order, in memory only. */
export const endDraft = () => saveDraft({ note: "", noAddress: "" }, true);

/** What a saved address fills in. Without one, address and PIN code are typed. */
export const addressValues = (saved: SavedAddress | undefined): Partial<CheckoutValues> => ({
  ...(saved && { "shipping.name": saved.name, "shipping.phone": saved.phone }),
  "shipping.address": saved?.address ?? "",
  "shipping.pin": saved?.pin ?? "",
  "shipping.state": saved?.state ?? "",
  "shipping.gstin": saved?.gstin ?? "",
  addressId: saved?._id ?? "",
});

/**
 * The form's initial values: earlier input, else what an agent gave, else the default address, else the profile. Services
 * need the address's State only.
 */
export function draftFor(
  profile: Profile | undefined,
  addresses: readonly SavedAddress[],
  { hasPieces, pin: knownPin, given }: { hasPieces: boolean; pin: string; given: GivenValues },
): CheckoutValues {
  const values = { ...given, ...ownDraft().values };
  const { addressId, "shipping.address": address, "shipping.pin": pin } = values;
  const isTyped = address !== undefined;
  const offered = hasPieces ? addresses : [];
  const saved =
    offered.find(({ _id }) => !isTyped || _id === addressId) ??
    offered.find((one) => one.address === address && one.pin === pin);
  return {
    "shipping.name": profile?.provisionalName ? "" : (profile?.name ?? ""),
    "shipping.email": profile?.email ?? "",
    "shipping.phone": profile?.phone ?? "",
    "shipping.address": "",
    "shipping.pin": knownPin,
    "shipping.state": addresses[0]?.state ?? "",
    "shipping.gstin": "",
    note: "",
    noAddress: "",
    saveAddress: "on",
    ...(saved && addressValues(saved)),
    ...values,
    addressId: saved?._id ?? "",
  };
}
