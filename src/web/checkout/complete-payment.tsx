import { useState } from "react";
import type { Order } from "../../contracts/order.ts";
import { formatRupees } from "../lib/money.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { clearIfBought } from "./clear-if-bought.ts";
import { shortId } from "./order-words.ts";
import { tellFailure } from "./tell-failure.ts";
import { usePayment } from "./use-payment.ts";

interface CompletePaymentProps {
  order: Order;
  look?: ButtonLook;
  className?: string;
}

/** For an order that waits for its payment, wherever it is shown. */
export function CompletePayment({ order, look = "accent", className }: CompletePaymentProps) {
  const { pay } = usePayment();
  const [isPaying, setPaying] = useState(false);
  const [reason, setReason] = useState("");

  async function complete() {
    setPaying(true);
    setReason("");
    await pay(order, { isKnown: true, onPaid: () => clearIfBought(order) }).catch((error: unknown) =>
      setReason(tellFailure(error)),
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
