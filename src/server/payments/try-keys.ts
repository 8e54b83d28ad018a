import { PROVIDER_LABEL } from "../../contracts/payments/payment-rules.ts";
import type { SealedTry } from "../../contracts/settings/sealed-settings.ts";
import { ProviderError, type ProviderSettings } from "./provider.ts";
import { createRazorpay } from "./razorpay/client.ts";
import { isLiveKey } from "./razorpay/environment.ts";

const WRONG = `${PROVIDER_LABEL} does not accept this key id with this key secret. Copy both again, from the same mode.`;

/** Lists the orders with a receipt that none has: a real call that changes nothing. */
export async function tryKeys(settings: ProviderSettings, rateLimit: boolean): Promise<SealedTry> {
  const field = "keySecret";
  if (!rateLimit) return { outcome: "refused", field: "keyId", message: "Remove RATE_LIMIT=off on the server first." };
  try {
    await createRazorpay(settings).findOrderByReceipt("trying the keys");
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { kind, message, status } = error;
    if (kind === "unavailable")
      return { outcome: "unreachable", field, message: `${message} Is it blocked on this server?` };
    return { outcome: "refused", field, message: status === 401 ? WRONG : `${PROVIDER_LABEL} answered: ${message}` };
  }
  const kind = isLiveKey(settings.keyId) ? "live keys, real money moves" : "test keys, no money moves";
  return { outcome: "works", field, message: `${PROVIDER_LABEL} accepts these keys: ${kind}.` };
}
