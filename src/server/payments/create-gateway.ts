import type { PaymentMode } from "../../contracts/payments/payment-rules.ts";
import type { Gateway, GatewaySettings } from "./gateway.ts";
import { createRazorpay, createSandboxRazorpay } from "./razorpay/client.ts";

/** To add a provider see docs/orders-and-payments.md, "Add a payment provider". */
const providers: Record<PaymentMode, (settings: GatewaySettings) => Gateway> = {
  razorpay: createRazorpay,
  sandbox: createSandboxRazorpay,
};

export const createGateway = (mode: PaymentMode, settings: GatewaySettings) => providers[mode](settings);
