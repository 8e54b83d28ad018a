import { ApiError } from "../lib/api.ts";
import { toast } from "../lib/toast.ts";
import { hasFields } from "../lib/use-form.ts";
import { NotRecorded } from "./pay-order.ts";
import { PopupUnavailable } from "./razorpay.ts";

const FAILED = "Something went wrong. Please try again.";
const NOT_RECORDED = "⚠️ Payment success, but could not update order.";
const WILL_BE_RECORDED =
  "Your money has arrived and nothing more is to be paid. The payment provider tells us of it as well: within a few minutes your profile shows this order as paid.";

/** The cart no longer matches the shop's prices or stock. */
export const isCartOutdated = (error: unknown) =>
  error instanceof ApiError && (error.code === "price_changed" || error.code === "out_of_stock");

/** Shows a toast about a failed or unrecorded payment and returns the message beside the button. */
export function reportPaymentError(error: unknown): string {
  if (error instanceof NotRecorded) {
    toast(NOT_RECORDED, { tone: "bad" });
    return WILL_BE_RECORDED;
  }
  const refusal = error instanceof ApiError ? error : undefined;
  // A 401 has already shown its own toast.
  if (refusal?.status === 401) return "";
  toast(refusal && isCartOutdated(refusal) ? refusal.message : FAILED, { tone: "bad" });
  if (hasFields(refusal)) return "";
  return refusal?.message ?? (error instanceof PopupUnavailable ? error.message : FAILED);
}
