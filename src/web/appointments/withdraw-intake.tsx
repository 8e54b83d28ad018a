import { useState } from "react";
import type { Intake } from "../../contracts/appointments/intake.ts";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";

interface WithdrawIntakeProps {
  appointmentId: string;
  intake: Intake;
  onErased: (after: Intake) => void;
}

/** Withdrawing consent must be as easy as giving it: one button and one confirmation. */
export function WithdrawIntake({ appointmentId, intake, onErased }: WithdrawIntakeProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);

  async function withdraw() {
    await browserApi.call("DELETE /api/appointments/:id/intake", { params: { id: appointmentId } });
    close();
    toast("What you told us was erased.", { tone: "plain" });
    const none = { details: null, isUnreadable: false, givenAt: null, updatedAt: null, guardianConsentedAt: null };
    onErased({ ...intake, ...none });
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>Withdraw</Button>
      <AskDialog
        open={isAsking}
        onClose={close}
        title="Withdraw what you told?"
        keep="Keep it"
        action={["Erase it", "Erasing…"]}
        send={withdraw}
        failed="This could not be erased. Please try again."
      >
        <p>It is erased at once, and nobody can read it any more. Your session stays as it is.</p>
      </AskDialog>
    </>
  );
}
