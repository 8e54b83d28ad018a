import type { Profile } from "../../contracts/user.ts";
import { readSession } from "../lib/session.ts";

/** The form's fields, with the names that the server uses in its errors. */
export const fields = ["shipping.name", "shipping.email", "shipping.phone", "shipping.address"] as const;
export type ShippingValues = Record<(typeof fields)[number], string>;

let typed: { userId: string | undefined; values: Partial<ShippingValues> } = { userId: undefined, values: {} };

/** Remembers the input in memory, for a buyer who goes to the cart and comes back. */
export function saveDraft(field: string, value: string) {
  const userId = readSession()?.id;
  typed = { userId, values: { ...(typed.userId === userId && typed.values), [field]: value } };
}

/** The form's initial values: earlier input, else the profile. */
export const draftFor = (profile: Profile | undefined): ShippingValues => ({
  "shipping.name": profile?.name ?? "",
  "shipping.email": profile?.email ?? "",
  "shipping.phone": profile?.phone ?? "",
  "shipping.address": "",
  ...(typed.userId === readSession()?.id && typed.values),
});
