import { PROVIDER_LABEL } from "../../../contracts/payments/payment-rules.ts";
import { badInput } from "../../platform/http/errors.ts";
import { ProviderError, type ProviderSettings } from "./provider.ts";
import { createRazorpay } from "./razorpay/client.ts";
import { isLiveKey } from "./razorpay/environment.ts";

const WRONG = `${PROVIDER_LABEL} does not accept this key id with this key secret. Copy both again, from the same mode.`;

function describeFailure({ kind, message, status }: ProviderError) {
  if (status === 401) return WRONG;
  return kind === "unavailable" ? `${message} Is it blocked on this server?` : `${PROVIDER_LABEL} answered: ${message}`;
}

/** Lists the orders with a receipt that none has: a real call that changes nothing. */
export async function tryKeys(settings: ProviderSettings, rateLimit: boolean) {
  const isLive = isLiveKey(settings.keyId);
  if (isLive && !rateLimit) throw badInput({ keyId: "Remove RATE_LIMIT=off on the server first." });
  try {
    await createRazorpay(settings).findOrderByReceipt("trying the keys");
  } catch (error) {
    throw error instanceof ProviderError ? badInput({ keySecret: describeFailure(error) }) : error;
  }
  return `${PROVIDER_LABEL} accepts these ${isLive ? "live keys: real money moves" : "test keys: no money moves"}.`;
}
