import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError } from "../../lib/api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";

const FAILED = "It could not be saved. Please check your connection and try again.";

/** Sends one change of a session, reloads the page's data and shows the result. Returns whether it succeeded. */
export function useAppointmentCall() {
  const { revalidate } = useRevalidator();
  const [isSending, setSending] = useState(false);
  const [message, setMessage] = useState("");

  async function send(call: () => Promise<unknown>, done: string, onRefused?: (refusal: ApiError) => void) {
    setSending(true);
    setMessage("");
    try {
      await call();
      // Reload before the toast: the reload closes open forms, and after the toast the owner may open the next one.
      await revalidate();
      toast(done);
      return true;
    } catch (error) {
      setMessage(errorMessage(error, FAILED));
      if (error instanceof ApiError) {
        onRefused?.(error);
        if (error.code === "moved_meanwhile") void revalidate();
      }
      return false;
    } finally {
      setSending(false);
    }
  }
  return { send, isSending, message };
}
