import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "../../contracts/orders/order.ts";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { shortId } from "./order-rules.ts";

/** Cancels a pending order, after a confirmation. */
export function CancelOrder({ order }: { order: Order }) {
  const { revalidate } = useRevalidator();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const name = `Order ${shortId(order)}`;

  async function cancel() {
    await browserApi.call("POST /api/orders/:id/cancel", { params: { id: order._id } });
    close();
    toast(`${name} was cancelled.`, { tone: "plain" });
    await revalidate();
  }

  return (
    <>
      <Button onClick={() => setAsking(true)} aria-label={`Cancel order ${shortId(order)}`}>
        Cancel order
      </Button>
      <AskDialog
        open={isAsking}
        onClose={close}
        title={`Cancel ${name}?`}
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
