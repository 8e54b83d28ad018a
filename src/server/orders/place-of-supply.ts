import { stateOfGstin } from "../../contracts/documents/gstin-rules.ts";
import { type IndianState, stateOfPin } from "../../contracts/orders/state-rules.ts";
import { badInput } from "../platform/http/errors.ts";
import type { OrderDeps } from "./deps.ts";

interface Given {
  state?: IndianState | undefined;
  pin?: string | undefined;
}

/** The place of supply: where pieces go, or where the buyer of a service is. Empty when it is not known. */
export async function stateOf(
  { settings }: Pick<OrderDeps, "settings">,
  { state, pin = "" }: Given,
): Promise<IndianState | ""> {
  const isRegistered = (await settings.read()).seller.mode !== "unregistered";
  return state || (isRegistered && stateOfPin(pin)) || "";
}

/** A registered seller needs the State for the papers. A composition dealer may not sell to other States at all. */
export async function requireState(deps: Pick<OrderDeps, "settings">, given: Given, path: "" | "shipping." = "") {
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
