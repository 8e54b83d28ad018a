import { useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import type { SlotList } from "../../contracts/appointments/schedule.ts";
import { ApiError } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { errorMessage } from "../lib/error-message.ts";
import { toast } from "../lib/toast.ts";
import { momentInBoth } from "./times.ts";

const FAILED = "The time could not be saved. Please check your connection and try again.";

interface BookingHandlers {
  /** The caller's time zone, for mails and for both zones on the page. */
  zone: string;
  /** Called when the time was taken, with the times that are free now. Returns the message to show. */
  onTaken(slots: string[]): string;
  onBooked(): void;
  onRefused(): void;
}

/** Books the chosen time. Reloads the page's data afterwards, or when somebody else changed the session first. */
export function useBooking(appointment: Appointment, { zone, onTaken, onBooked, onRefused }: BookingHandlers) {
  const { revalidate } = useRevalidator();
  const [isSending, setSending] = useState(false);
  const [message, setMessage] = useState("");

  function explain(error: unknown) {
    if (!(error instanceof ApiError)) return FAILED;
    if (error.code === "slot_taken") {
      const { slots } = error.problem as unknown as SlotList;
      return onTaken(slots.map(({ startsAt }) => startsAt));
    }
    if (error.code === "moved_meanwhile") void revalidate();
    return errorMessage(error, FAILED);
  }

  async function book(startsAt: string) {
    if (isSending) return;
    setSending(true);
    setMessage("");
    const { _id: id, version, startsAt: before } = appointment;
    try {
      const after = await browserApi.call("PUT /api/appointments/:id/time", {
        params: { id },
        body: { startsAt, version, zone },
      });
      toast(`${before ? "Moved" : "Booked"}: ${momentInBoth(zone, after.startsAt!)}`);
      onBooked();
      await revalidate();
    } catch (error) {
      flushSync(() => setMessage(explain(error)));
      onRefused();
    }
    setSending(false);
  }
  return { book, isSending, message };
}
