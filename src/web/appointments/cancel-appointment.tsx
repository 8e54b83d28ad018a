import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { useRevalidator } from "react-router";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { ApiError } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { type Toast, toast } from "../lib/toast.ts";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { refundText } from "./appointment-states.ts";
import { browserZone, Moment } from "./times.tsx";

interface CancelAppointmentProps {
  appointment: Pick<Appointment, "_id" | "version">;
  button?: ComponentProps<typeof Button>;
  words: { keep: string; act: string; done: string; failed: string };
  tone?: Toast["tone"];
  onCancelled?: () => void;
  /** What the dialog says. A checkbox `refund` among it decides about the money. */
  children: ReactNode;
}

/** Cancels an appointment after a confirmation. The buyer, the owner and the expert each read their own words. */
export function CancelAppointment({ appointment, button, words, tone, onCancelled, children }: CancelAppointmentProps) {
  const { _id: id, version } = appointment;
  const { revalidate } = useRevalidator();
  const text = useId();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);

  async function cancel(refund: boolean | undefined) {
    try {
      await browserApi.call("POST /api/appointments/:id/cancel", { params: { id }, body: { version, refund } });
    } catch (error) {
      if (error instanceof ApiError && error.code === "moved_meanwhile") void revalidate();
      throw error;
    }
    close();
    onCancelled?.();
    // Before the toast: the reload closes open forms, and after the toast the next one may be opened.
    await revalidate();
    toast(words.done, tone && { tone });
  }

  return (
    <>
      <Button aria-haspopup="dialog" {...button} onClick={() => setAsking(true)}>
        Cancel
      </Button>
      <AskDialog
        open={isAsking}
        onClose={close}
        title="Cancel this session?"
        describedBy={text}
        keep={words.keep}
        action={[words.act, "Cancelling…"]}
        send={(_, form) => cancel((form.elements.namedItem("refund") as HTMLInputElement | null)?.checked)}
        failed={words.failed}
      >
        <div id={text} className="grid gap-2">
          {children}
        </div>
      </AskDialog>
    </>
  );
}

export function CancelOwnAppointment({
  appointment,
  onCancelled,
}: {
  appointment: Appointment;
  onCancelled: () => void;
}) {
  const { title, state, startsAt, changeUntil, refund } = appointment;
  const zone = browserZone();
  return (
    <CancelAppointment
      appointment={appointment}
      button={{ "aria-label": `Cancel ${title}` }}
      words={{
        keep: "Keep session",
        act: "Cancel session",
        done: ["Your session was cancelled.", refundText(refund)].join(" ").trim(),
        failed: "The session could not be cancelled. Please check your connection and try again.",
      }}
      tone="plain"
      onCancelled={onCancelled}
    >
      <p className="font-semibold wrap-anywhere">
        {title}
        {changeUntil && (
          <span className="block">
            <Moment zone={zone} at={startsAt!} />
          </span>
        )}
      </p>
      {state === "to_schedule" && <p>It has no time yet, so you can cancel it at any time.</p>}
      {changeUntil && (
        <p>
          You can cancel it here until <Moment zone={zone} at={changeUntil} />.
        </p>
      )}
      <p className="empty:hidden">{refundText(refund)}</p>
    </CancelAppointment>
  );
}
