import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { browserZone, Moment, momentInBoth } from "../appointments/times.tsx";
import { type CartLine, keyOf } from "../lib/cart.ts";
import { Dialog } from "../ui/dialog.tsx";
import { type BusyTime, overlapOf, setTime, timeOf } from "./chosen-time.ts";
import type { LineCheck } from "./line-check.ts";

const CartTimePicker = lazy(() => import("../appointments/slot-picker.tsx"));

export interface LineTimeProps {
  line: CartLine;
  lineCheck: LineCheck | undefined;
  busy: readonly BusyTime[];
  /** Changes the stored cart by default. */
  onTime?: ((time: string | undefined) => void) | undefined;
}

const link = "min-h-11 font-semibold text-saffron-deep underline underline-offset-4";

/** Optional: the time can also be chosen after the payment. */
export default function LineTime({ line, lineCheck, busy, onTime = (next) => setTime(line, next) }: LineTimeProps) {
  const zone = browserZone();
  const appointment = lineCheck?.appointment;
  const time = timeOf(line);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const shown = useRef<HTMLDivElement>(null);

  // The order was refused because the time was taken: open the chooser with other times.
  const timeWas = time ? undefined : lineCheck?.timeWas;
  const timeWasBefore = useRef(timeWas);
  useEffect(() => {
    if (timeWas && timeWas !== timeWasBefore.current) setOpen(true);
    timeWasBefore.current = timeWas;
  }, [timeWas]);

  /** Moves the focus: the pressed button is removed together with its dialog or its time. */
  function change(next: string | undefined) {
    flushSync(() => {
      onTime(next);
      close();
    });
    shown.current?.focus();
  }

  if (line.qty > 1)
    return (
      <p className="mt-1.5 text-small text-ink-soft">
        {line.startsAt && "A chosen time is for one session. "}You choose the times after payment.
      </p>
    );
  const overlap = time && appointment && overlapOf({ key: keyOf(line), startsAt: time, ...appointment }, busy);
  return (
    <div ref={shown} tabIndex={-1} className="mt-1.5 text-small outline-none">
      <div aria-live="polite">
        {time && (
          <p className="font-semibold">
            <Moment zone={zone} at={time} />
          </p>
        )}
        {overlap && (
          <p className="font-medium text-rose">
            You have another session then: {overlap.title}, {momentInBoth(zone, overlap.startsAt)}.
          </p>
        )}
      </div>
      {(appointment || time) && (
        <p className="flex flex-wrap items-center gap-x-4">
          {appointment && (
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={time ? `Change the time of ${line.title}` : `Choose a time for ${line.title}`}
              onClick={() => setOpen(true)}
              className={link}
            >
              {time ? "Change" : "Choose a time"}
            </button>
          )}
          {time ? (
            <button
              type="button"
              aria-label={`Remove time of ${line.title}`}
              onClick={() => change(undefined)}
              className={link}
            >
              Remove time
            </button>
          ) : (
            <span className="text-ink-soft">or after payment</span>
          )}
        </p>
      )}
      {appointment && (
        <Dialog open={isOpen} onClose={close} title="Choose a time" look="choice">
          <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pb-6">
            <p className="mb-4 text-ink-soft">{line.title}</p>
            {timeWas && (
              <p className="mb-4 font-medium text-saffron-deep">
                {momentInBoth(zone, timeWas)} was just taken. Please choose another time.
              </p>
            )}
            <Suspense fallback={<div className="bone h-40" />}>
              {isOpen && (
                <CartTimePicker expertId={appointment.expertId} minutes={appointment.minutes} onPick={change} />
              )}
            </Suspense>
          </div>
        </Dialog>
      )}
    </div>
  );
}
