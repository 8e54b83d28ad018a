import { useState } from "react";
import type { Order } from "../../contracts/order.ts";
import { formatRupees } from "../lib/money.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { shortId } from "./order-words.ts";
import { reportPaymentError } from "./payment-errors.ts";
import { removeBought } from "./remove-bought.ts";
import { usePayment } from "./use-payment.ts";

interface CompletePaymentProps {
  order: Order;
  look?: ButtonLook;
  className?: string;
}

/** The payment button of a pending order. */
export function CompletePayment({ order, look = "accent", className }: CompletePaymentProps) {
  const { pay } = usePayment();
  const [isPaying, setPaying] = useState(false);
  const [reason, setReason] = useState("");

  async function complete() {
    setPaying(true);
    setReason("");
    await pay(order, { isExisting: true, onPaid: () => removeBought(order) }).catch((error: unknown) =>
      setReason(reportPaymentError(error)),
    );
    setPaying(false);
  }

  return (
    <div className={className}>
      <Button
        look={look}
        disabled={isPaying}
        onClick={complete}
        aria-label={
          isPaying ? undefined : `Complete payment of ${formatRupees(order.totalAmount)}, order ${shortId(order)}`
        }
      >
        {isPaying ? "Processing..." : "Complete payment"}
      </Button>
      <p role="alert" className="mt-2 font-medium text-rose empty:hidden">
        {reason}
      </p>
    </div>
  );
}
