import { ApiError } from "../lib/api.ts";
import { toast } from "../lib/toast.ts";
import { hasFields } from "../lib/use-form.ts";
import { NotRecorded } from "./pay-order.ts";
import { PopupUnavailable } from "./razorpay.ts";

const FAILED = "Something went wrong. Please try again.";
const NOT_RECORDED = "⚠️ Payment success, but could not update order.";
const WILL_BE_RECORDED =
  "Your money has arrived and nothing more is to be paid. The payment provider tells us of it as well: within a few minutes your profile shows this order as paid.";

/** The cart is not what the shop has any more. */
export const isCartNews = (error: unknown) =>
  error instanceof ApiError && (error.code === "price_changed" || error.code === "out_of_stock");

/** Says that a payment did not come about, or was not recorded; answers what is to stand beside the button. */
export function tellFailure(error: unknown): string {
  if (error instanceof NotRecorded) {
    toast(NOT_RECORDED, { tone: "bad" });
    return WILL_BE_RECORDED;
  }
  const refusal = error instanceof ApiError ? error : undefined;
  // The end of the session has been told already.
  if (refusal?.status === 401) return "";
  toast(refusal && isCartNews(refusal) ? refusal.message : FAILED, { tone: "bad" });
  if (hasFields(refusal)) return "";
  return refusal?.message ?? (error instanceof PopupUnavailable ? error.message : FAILED);
}
