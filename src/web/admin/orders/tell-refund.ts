import type { Refund } from "../../../contracts/refund.ts";
import { formatRupees } from "../../lib/money.ts";
import { toast } from "../../lib/toast.ts";

/** Says how a refund stands after the call. */
export function tellRefund({ status, amount }: Refund) {
  const rupees = formatRupees(amount);
  if (status === "failed") toast(`The refund of ${rupees} failed`, { tone: "bad" });
  else toast(status === "processed" ? `${rupees} refunded` : `The refund of ${rupees} is on its way`);
}
