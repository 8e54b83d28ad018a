import type { Refund } from "../../../contracts/refunds/refund.ts";
import { formatRupees } from "../../lib/money.ts";
import { toast } from "../../lib/toast.ts";

/** Shows a toast with the status of a refund. */
export function showRefundToast({ status, amount }: Refund) {
  const rupees = formatRupees(amount);
  if (status === "failed") toast(`The refund of ${rupees} failed`, { tone: "bad" });
  else toast(status === "processed" ? `${rupees} refunded` : `The refund of ${rupees} is on its way`);
}
