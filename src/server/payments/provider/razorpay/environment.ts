import { z } from "zod";
import { LIVE_KEY } from "../../../../contracts/payments/payment-rules.ts";
import { KEY_ID } from "../../../../contracts/settings/sealed-settings.ts";
import { ConfigError, isPrivate, text, url, WEB } from "../../../platform/environment.ts";
import { RAZORPAY_API } from "./urls.ts";

/** The environment variables of Razorpay. */
export const providerVariables = {
  RAZORPAY_KEY_ID: z
    .string()
    .regex(KEY_ID, "must be a Razorpay key id, for example rzp_live_XXXXXXXXXXXXXX")
    .optional(),
  RAZORPAY_KEY_SECRET: text(
    "must be the secret that belongs to RAZORPAY_KEY_ID, for example a1B2c3D4e5F6g7H8i9J0k1L2",
  ).optional(),
  RAZORPAY_WEBHOOK_SECRET: text(
    "must be the webhook's secret from the Razorpay dashboard, for example a long random word",
  ).optional(),
  RAZORPAY_API_URL: url(WEB, RAZORPAY_API)
    .refine((address) => !/[?#@]/.test(address), `must be a plain address such as ${RAZORPAY_API}`)
    .refine(isPrivate, `must be https, for example ${RAZORPAY_API}; plain http is only for this machine itself`)
    .transform((address) => address.replace(/\/+$/, ""))
    .optional(),
};
type Variables = z.output<z.ZodObject<typeof providerVariables>>;

/** Throws if only one of the two keys is set. */
export function hasProviderKeys({ RAZORPAY_KEY_ID: id, RAZORPAY_KEY_SECRET: secret }: Variables) {
  if (Boolean(id) === Boolean(secret)) return Boolean(id);
  throw new ConfigError(
    "RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET",
    "belong together: set both, for example rzp_live_XXXXXXXXXXXXXX and its secret, or neither",
  );
}

/** For variables with keys. */
export function readProviderSettings(env: Variables) {
  const { RAZORPAY_KEY_ID: keyId = "", RAZORPAY_KEY_SECRET: keySecret = "" } = env;
  const webhookSecret = env.RAZORPAY_WEBHOOK_SECRET;
  if (!webhookSecret) {
    throw new ConfigError(
      "RAZORPAY_WEBHOOK_SECRET",
      "is missing: with live payments set it to the webhook's secret from the Razorpay dashboard, for example a long random word",
    );
  }
  return { keyId, keySecret, webhookSecret, apiUrl: env.RAZORPAY_API_URL };
}

/** Whether real money moves with these keys. */
export const isLiveKey = (keyId: string) => keyId.startsWith(LIVE_KEY);
