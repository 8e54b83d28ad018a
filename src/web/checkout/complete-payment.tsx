import { useState } from "react";
import { useNavigate } from "react-router";
import type { Order } from "../../contracts/orders/order.ts";

import { formatRupees } from "../lib/money.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { HoldNote } from "./hold-note.tsx";
import { putInCart } from "./order-cart.ts";
import { shortId } from "./order-rules.ts";
import { needsNewOrder, reportPaymentError } from "./payment-errors.ts";
import { removeBought } from "./remove-bought.ts";
import { usePayment } from "./use-payment.ts";

interface CompletePaymentProps {
  order: Order;
  look?: ButtonLook;
}

/** The payment button of a pending order. If it can no longer be paid, offers to put its items back into the cart. */
export function CompletePayment({ order, look = "accent" }: CompletePaymentProps) {
  const { pay, isHoldExpired } = usePayment();
  const navigate = useNavigate();
  const [isPaying, setPaying] = useState(false);
  const [reason, setReason] = useState("");
  const [isOutdated, setOutdated] = useState(false);

  async function complete() {
    setPaying(true);
    setReason("");
    await pay(order, { isExisting: true, onPaid: () => removeBought(order) }).catch((error: unknown) => {
      setReason(reportPaymentError(error));
      setOutdated(needsNewOrder(error));
    });
    setPaying(false);
  }

  const orderAgain = () => {
    putInCart(order.items);
    void navigate("/cart");
  };

  return (
    <div>
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
      <HoldNote isOver={isHoldExpired} />
      {isOutdated && (
        <Button onClick={orderAgain} className="mt-3">
          Put these things in my cart
        </Button>
      )}
    </div>
  );
}
