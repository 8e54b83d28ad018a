import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Intake as IntakeState } from "../../contracts/appointments/intake.ts";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { LoadProblem } from "../ui/page-problem.tsx";
import { IntakeForm } from "./intake-form.tsx";
import { UNREADABLE, useIntake } from "./intake-view.tsx";
import { browserZone, dayIn } from "./times.tsx";

/** The intake of the buyer's appointment: a message to the expert. Optional, collapsed at first. */
export default function Intake({ appointmentId }: { appointmentId: string }) {
  const { data: intake, setData: setIntake, hasFailed, retry } = useIntake(appointmentId);
  const [isOpen, setOpen] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);

  /** Moves the focus: the form or the dialog that had it is removed. */
  function show(next: IntakeState) {
    flushSync(() => {
      setIntake(next);
      setOpen(false);
    });
    status.current?.focus();
  }

  if (hasFailed)
    return (
      <div className="mt-5">
        <LoadProblem onRetry={retry}>What you told us about this session could not be loaded.</LoadProblem>
      </div>
    );
  if (!intake) return <div className="mt-5 min-h-20" />;
  const { givenAt, canChange, isUnreadable } = intake;
  if (!givenAt && !canChange) return null;
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p ref={status} tabIndex={-1} className="mb-3 text-small text-ink-soft">
        <StatusText intake={intake} />
      </p>
      <div className="flex flex-wrap gap-3">
        {canChange && (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Close without saving" : openLabel(intake)}
          </Button>
        )}
        {givenAt && !isOpen && <WithdrawIntake appointmentId={appointmentId} intake={intake} onErased={show} />}
      </div>
      {isOpen && (
        <IntakeForm
          // Its own key: the form starts empty when the stored text can no longer be decrypted.
          key={isUnreadable ? "anew" : "change"}
          appointmentId={appointmentId}
          intake={intake}
          onSaved={show}
        />
      )}
    </div>
  );
}

function openLabel(intake: IntakeState) {
  if (intake.isUnreadable) return "Write them anew";
  return intake.givenAt ? "Change what you told" : `Tell ${intake.expertName || "us"} what it is about`;
}

function StatusText({ intake }: { intake: IntakeState }) {
  const { givenAt, canChange, isUnreadable, keptDays, expertName } = intake;
  if (isUnreadable) return UNREADABLE;
  if (!givenAt) return `Optional: a few words help ${expertName || "your expert"} to prepare.`;
  const given = `Given on ${dayIn(browserZone(), givenAt)}`;
  return canChange
    ? `${given}, you can change it until the session.`
    : `${given}. We erase it ${keptDays} ${keptDays === 1 ? "day" : "days"} after the session.`;
}

interface WithdrawIntakeProps {
  appointmentId: string;
  intake: IntakeState;
  onErased: (after: IntakeState) => void;
}

/** Withdrawing consent must be as easy as giving it: one button and one confirmation. */
function WithdrawIntake({ appointmentId, intake, onErased }: WithdrawIntakeProps) {
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
