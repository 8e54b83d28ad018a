import type { Order } from "../../contracts/orders/order.ts";
import type { ButtonLook } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { CancelOrder } from "./cancel-order.tsx";
import { CompletePayment } from "./complete-payment.tsx";

interface PendingOrderActionsProps {
  order: Order;
  look?: ButtonLook;
  className?: string;
}

/** What a buyer can do with a pending order: pay for it or cancel it. */
export function PendingOrderActions({ order, look = "accent", className }: PendingOrderActionsProps) {
  return (
    <div className={classes("flex flex-wrap items-start gap-3", className)}>
      <CompletePayment order={order} look={look} />
      <CancelOrder order={order} />
    </div>
  );
}
