import { useState } from "react";
import { useRevalidator } from "react-router";
import { ApiError } from "./api.ts";
import { errorMessage } from "./error-message.ts";
import { toast } from "./toast.ts";

interface SendOptions {
  /** Shows a failure as a toast. Without it, the component shows `error`. */
  asToast?: boolean;
  onRefused?: (refusal: ApiError) => void;
}

/**
 * State of a button that sends something; `failed` is the message when the server's response has none.
 * `send` returns whether it succeeded. With `done`, it then reloads the page's data and shows the text as a toast.
 */
export function useSend(failed: string, { asToast = false, onRefused }: SendOptions = {}) {
  const { revalidate } = useRevalidator();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState("");

  function fail(thrown: unknown) {
    const message = errorMessage(thrown, failed);
    if (asToast) toast(message, { tone: "bad" });
    else setError(message);
    if (!(thrown instanceof ApiError)) return;
    onRefused?.(thrown);
    // Somebody else changed the record first: show what it is now.
    if (thrown.code.endsWith("_meanwhile")) void revalidate();
  }

  async function send(work: () => Promise<unknown>, done?: string) {
    setSending(true);
    setError("");
    try {
      await work();
      // Reload before the toast: the reload closes open forms, and after the toast the next one may be opened.
      if (done !== undefined) await revalidate();
      if (done) toast(done);
      return true;
    } catch (thrown) {
      fail(thrown);
      return false;
    } finally {
      setSending(false);
    }
  }
  return { send, isSending, error };
}
