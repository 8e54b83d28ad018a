import { useCallback, useState } from "react";
import type { Intake } from "../../contracts/intake.ts";
import { browserApi } from "../lib/browser-api.ts";
import { errorMessage } from "../lib/error-message.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface WithdrawIntakeProps {
  appointmentId: string;
  intake: Intake;
  onErased: (after: Intake) => void;
}

/** As easy as giving: one button and one question. */
export function WithdrawIntake({ appointmentId, intake, onErased }: WithdrawIntakeProps) {
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  const [reason, setReason] = useState("");
  const close = useCallback(() => setAsking(false), []);

  const ask = () => {
    setReason("");
    setAsking(true);
  };

  async function withdraw() {
    setSending(true);
    try {
      await browserApi.call("DELETE /api/appointments/:id/intake", { params: { id: appointmentId } });
      close();
      toast("What you told us was erased.", { tone: "plain" });
      const none = { details: null, isUnreadable: false, givenAt: null, updatedAt: null, guardianConsentedAt: null };
      onErased({ ...intake, ...none });
    } catch (error) {
      setReason(errorMessage(error, "This could not be erased. Please try again."));
      setSending(false);
    }
  }

  return (
    <>
      <Button onClick={ask}>Withdraw</Button>
      <Dialog open={isAsking} onClose={close} title="Withdraw what you told?" look="choice">
        <div className="grid gap-5 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
          <p>It is erased at once, and nobody can read it any more. Your session stays as it is.</p>
          <div>
            <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
              {reason}
            </p>
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={close} className="grow sm:grow-0">
                Keep it
              </Button>
              <Button onClick={withdraw} disabled={isSending} className="grow border-rose text-rose sm:grow-0">
                {isSending ? "Erasing…" : "Erase it"}
              </Button>
            </div>
          </div>
        </div>
      </Dialog>
    </>
  );
}
