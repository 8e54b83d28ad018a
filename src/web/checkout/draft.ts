import type { Profile } from "../../contracts/user.ts";
import { readSession } from "../lib/session.ts";

/** The form's fields, named as the server names them when something is wrong with them. */
export const fields = ["shipping.name", "shipping.email", "shipping.phone", "shipping.address"] as const;
export type ShippingValues = Record<(typeof fields)[number], string>;

let typed: { by: string | undefined; values: Partial<ShippingValues> } = { by: undefined, values: {} };

/** Keeps what is typed while the shop is open, for whoever looks at the cart once more and comes back. */
export function keepDraft(field: string, value: string) {
  const by = readSession()?.id;
  typed = { by, values: { ...(typed.by === by && typed.values), [field]: value } };
}

/** What the form starts with: what was typed before, else what the profile says. */
export const draftFor = (profile: Profile | undefined): ShippingValues => ({
  "shipping.name": profile?.name ?? "",
  "shipping.email": profile?.email ?? "",
  "shipping.phone": profile?.phone ?? "",
  "shipping.address": "",
  ...(typed.by === readSession()?.id && typed.values),
});
