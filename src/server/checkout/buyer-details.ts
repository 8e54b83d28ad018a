import { stateOfGstin } from "../../contracts/documents/gstin-rules.ts";
import { type ItemType, isPiece } from "../../contracts/orders/cart-rules.ts";
import { type IndianState, stateOfPin } from "../../contracts/orders/state-rules.ts";
import { badInput } from "../platform/http/errors.ts";
import type { CheckoutDeps } from "./deps.ts";

interface Given {
  state?: IndianState | undefined;
  pin?: string | undefined;
}

/** The place of supply: where pieces go, or where the buyer of a service is. Empty when it is not known. */
export async function stateOf(
  { settings }: Pick<CheckoutDeps, "settings">,
  { state, pin = "" }: Given,
): Promise<IndianState | ""> {
  const isRegistered = (await settings.read()).seller.mode !== "unregistered";
  return state || (isRegistered && stateOfPin(pin)) || "";
}

/** A registered seller needs the State for the papers. A composition dealer may not sell to other States at all. */
export async function requireState(deps: Pick<CheckoutDeps, "settings">, given: Given, path: "" | "shipping." = "") {
  const { seller, business } = await deps.settings.read();
  const state = await stateOf(deps, given);
  if (seller.mode === "unregistered") return state;
  if (!state) throw badInput({ [`${path}state`]: "State is required." });
  const own = stateOfGstin(business.gstin);
  if (seller.mode === "composition" && own && state !== own)
    throw badInput({
      [`${path}state`]: `We may sell only within ${own}. If you have a question, please call ${business.phone}.`,
    });
  return state;
}

/** Where the owner wants it, pieces need an address and a PIN code. `path` is where the form has them. */
export async function requireAddress(
  { settings }: Pick<CheckoutDeps, "settings">,
  items: readonly { itemType: ItemType }[],
  { address, pin }: { address: string; pin?: string | undefined },
  path: "" | "shipping." = "",
) {
  if (!items.some(isPiece) || !(await settings.read()).delivery.addressNeeded) return;
  const fields = {
    ...(!address && { [`${path}address`]: "Address is required: we send your pieces there." }),
    ...(!pin && { [`${path}pin`]: "PIN code is required: we send your pieces there." }),
  };
  if (Object.keys(fields).length > 0) throw badInput(fields);
}
