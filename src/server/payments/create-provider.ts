import type { PaymentMode } from "../../contracts/payments/payment-rules.ts";
import type { PaymentProvider, ProviderSettings } from "./provider.ts";
import { createAbsentRazorpay, createRazorpay, createSandboxRazorpay } from "./razorpay/client.ts";

/** To add a provider see docs/orders-and-payments.md, "Add a payment provider". */
const providers: Record<PaymentMode, (settings: ProviderSettings) => PaymentProvider> = {
  razorpay: createRazorpay,
  sandbox: createSandboxRazorpay,
  none: createAbsentRazorpay,
};

export const createProvider = (mode: PaymentMode, settings: ProviderSettings) => providers[mode](settings);
