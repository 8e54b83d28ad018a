import { PAYMENT_METHOD, type PaymentMode } from "../../../contracts/payments/payment-rules.ts";
import type { CurrentProvider, OpenProvider, PaymentProvider, ProviderSettings } from "./provider.ts";
import { createAbsentRazorpay, createRazorpay, createSandboxRazorpay } from "./razorpay/client.ts";
import { isLiveKey } from "./razorpay/environment.ts";

/** To add a provider see docs/orders-and-payments.md, "Add a payment provider". */
const providers: Record<PaymentMode, (settings: ProviderSettings) => PaymentProvider> = {
  razorpay: createRazorpay,
  sandbox: createSandboxRazorpay,
  none: createAbsentRazorpay,
};

/** The keys that the owner typed: the same object until they change. A problem: there are some, but unreadable. */
interface TypedKeys {
  row?: { updatedAt: Date };
  values?: Pick<ProviderSettings, "keyId" | "keySecret" | "webhookSecret">;
  problem?: string;
}

interface Options {
  /** The mode without typed keys. */
  payments: PaymentMode;
  hasFixedPayments: boolean;
  provider: Omit<ProviderSettings, "selfUrl">;
  rateLimit: boolean;
  selfUrl: ProviderSettings["selfUrl"];
  readKeys(): Promise<TypedKeys>;
}

/** The payment provider of the environment's keys, or of those typed in the browser, which may change at any time. */
export function createCurrentProvider(options: Options): CurrentProvider {
  const { payments, hasFixedPayments, rateLimit, selfUrl, readKeys, ...env } = options;
  const open = (mode: PaymentMode, settings = env.provider, changedAt?: Date): OpenProvider => ({
    mode,
    changedAt,
    isLive: mode === PAYMENT_METHOD && isLiveKey(settings.keyId),
    ...providers[mode]({ ...settings, selfUrl }),
  });

  /** With unreadable keys the shop must not fall back to the sandbox: it would sell for pretend money. */
  function choose({ row, values, problem }: TypedKeys) {
    if (problem || (values && !rateLimit && isLiveKey(values.keyId))) return open("none");
    if (values) return open(PAYMENT_METHOD, { ...env.provider, ...values }, row?.updatedAt);
    // RAZORPAY_API_URL is for the keys to come: the sandbox of this process answers itself.
    return open(payments, { ...env.provider, apiUrl: undefined }, row?.updatedAt);
  }

  const fixed = hasFixedPayments ? open(payments) : undefined;
  let known: { keys: TypedKeys; current: OpenProvider } | undefined;

  return {
    async current() {
      if (fixed) return fixed;
      const keys = await readKeys();
      if (keys !== known?.keys) known = { keys, current: choose(keys) };
      return known.current;
    },
  };
}
