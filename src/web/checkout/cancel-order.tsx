import { useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import type { Order } from "../../contracts/order.ts";
import { ApiError } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { shortId } from "./order-words.ts";

/** The button with which a buyer cancels a pending order, after a question. */
export function CancelOrder({ order }: { order: Order }) {
  const { revalidate } = useRevalidator();
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [reason, setReason] = useState("");
  const close = useCallback(() => setAsking(false), []);
  const name = `Order ${shortId(order)}`;

  const ask = () => {
    setReason("");
    setAsking(true);
  };

  async function cancel() {
    setSending(true);
    try {
      await browserApi.call("POST /api/orders/:id/cancel", { params: { id: order._id } });
      close();
      toast(`${name} was cancelled.`, { tone: "plain" });
      await revalidate();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500;
      setReason(isRefused ? error.message : "The order could not be cancelled. Please try again.");
    }
    setSending(false);
  }

  return (
    <>
      <Button onClick={ask} aria-label={`Cancel order ${shortId(order)}`}>
        Cancel order
      </Button>
      <Dialog open={isAsking} onClose={close} title={`Cancel ${name}?`} look="choice">
        <div className="grid gap-5 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
          <p>Nothing of it will be sent, and it can no longer be paid. You can order the same things again.</p>
          <div>
            <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
              {reason}
            </p>
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={close} className="grow sm:grow-0">
                Keep order
              </Button>
              <Button onClick={cancel} disabled={isSending} className="grow border-rose text-rose sm:grow-0">
                {isSending ? "Cancelling…" : "Cancel order"}
              </Button>
            </div>
          </div>
        </div>
      </Dialog>
    </>
  );
}
