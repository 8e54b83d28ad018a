import type { PaymentMode } from "../../contracts/order-states.ts";
import type { Gateway, GatewaySettings } from "./gateway.ts";
import { createRazorpay, createSandboxRazorpay } from "./razorpay/client.ts";

/** The payment providers. A new one is a folder beside `razorpay/`, its name in `paymentModes` and a line here. */
const providers: Record<PaymentMode, (settings: GatewaySettings) => Gateway> = {
  razorpay: createRazorpay,
  sandbox: createSandboxRazorpay,
};

export const createGateway = (mode: PaymentMode, settings: GatewaySettings) => providers[mode](settings);
