import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { Order } from "../../contracts/orders/order.ts";
import { HOLD_MINUTES, shortId } from "../../contracts/orders/order-rules.ts";
import { browserZone, Moment } from "../appointments/times.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { formatRupees } from "../lib/money.ts";
import { toast } from "../lib/toast.ts";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { FormError } from "../ui/field.tsx";
import { putInCart, removeBought } from "./order-cart.ts";
import { needsNewOrder, reportPaymentError, usePayment } from "./payment/use-payment.ts";

interface PendingOrderActionsProps {
  order: Order;
  look?: ButtonLook;
  className?: string;
}

export function PendingOrderActions({ order, look = "accent", className }: PendingOrderActionsProps) {
  return (
    <div className={classes("flex flex-wrap items-start gap-3", className)}>
      <CompletePayment order={order} look={look} />
      <CancelOrder order={order} />
    </div>
  );
}

/** The payment button of a pending order. If it can no longer be paid, offers to put its items back into the cart. */
function CompletePayment({ order, look }: { order: Order; look: ButtonLook }) {
  const { pay, isHoldExpired } = usePayment();
  const navigate = useNavigate();
  const [isPaying, setPaying] = useState(false);
  const [problem, setProblem] = useState("");
  const [isOutdated, setOutdated] = useState(false);

  async function complete() {
    setPaying(true);
    setProblem("");
    await pay(order, { isExisting: true, onPaid: () => removeBought(order) }).catch((error: unknown) => {
      setProblem(reportPaymentError(error));
      setOutdated(needsNewOrder(error));
    });
    setPaying(false);
  }

  function orderAgain() {
    putInCart(order.items);
    void navigate("/cart");
  }

  return (
    <div>
      <Button
        look={look}
        disabled={isPaying}
        onClick={complete}
        aria-label={
          isPaying ? undefined : `Complete payment of ${formatRupees(order.totalAmount)}, order ${shortId(order._id)}`
        }
      >
        {isPaying ? "Processing..." : "Complete payment"}
      </Button>
      <FormError className="mt-2">{problem}</FormError>
      <HoldNote isOver={isHoldExpired} />
      {isOutdated && (
        <Button onClick={orderAgain} className="mt-3">
          Put these things in my cart
        </Button>
      )}
    </div>
  );
}

function CancelOrder({ order }: { order: Order }) {
  const { revalidate } = useRevalidator();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const number = shortId(order._id);

  async function cancel() {
    await browserApi.call("POST /api/orders/:id/cancel", { params: { id: order._id } });
    close();
    toast(`Order ${number} was cancelled.`, { tone: "plain" });
    await revalidate();
  }

  return (
    <>
      <Button onClick={() => setAsking(true)} aria-label={`Cancel order ${number}`}>
        Cancel order
      </Button>
      <AskDialog
        open={isAsking}
        onClose={close}
        title={`Cancel Order ${number}?`}
        keep="Keep order"
        action={["Cancel order", "Cancelling…"]}
        send={cancel}
        failed="The order could not be cancelled. Please try again."
      >
        <p>Nothing of it will be sent, and it can no longer be paid. You can order the same things again.</p>
      </AskDialog>
    </>
  );
}

/** What an unpaid order reserves: its chosen times, and its pieces once they are not reserved. */
export function HeldItems({ order: { appointments = [], items, held } }: { order: Order }) {
  const times = appointments.map(
    ({ _id, title, state, startsAt }) =>
      startsAt && (
        <p key={_id} className="mb-4">
          {title}:{" "}
          <strong>
            <Moment zone={browserZone()} at={startsAt} />
          </strong>
          {state === "held"
            ? `, reserved for ${HOLD_MINUTES} minutes after you ordered.`
            : ", not reserved. If it is still free when you pay, it is yours."}
        </p>
      ),
  );
  return (
    <>
      {times}
      {held === false && items.some(isPiece) && (
        <p className="mb-4">The pieces are not reserved. If they are still in stock when you pay, they are yours.</p>
      )}
    </>
  );
}

/** The hold of a chosen time can expire during the payment. Paying still works: the server tries to book the time. */
export function HoldNote({ isOver }: { isOver: boolean }) {
  return (
    <p role="status" className="text-small font-medium text-rose empty:hidden not-empty:my-2">
      {isOver &&
        "Your time is not reserved. You can still pay: if the time is free then, it is yours. If not, you choose another one after payment."}
    </p>
  );
}
