import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "./api.ts";

type Errors = Record<string, string>;

interface FormWork<V> {
  /** Sends what was typed; throws where it was refused or did not arrive. */
  send(values: V, form: HTMLFormElement): Promise<unknown>;
  /** Hears of a failure, with the server's refusal where there is one, and answers what to say beside the button. */
  fail(refusal: ApiError | undefined, error: unknown): string;
}

/** Moves the focus to the first field that has something to correct, clear of the message at the top of the screen. */
function focusFirst(form: HTMLFormElement, errors: Errors) {
  const field = [...form.elements].find((element) => (element as HTMLInputElement).name in errors);
  (field as HTMLElement | undefined)?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}

export const hasFields = (refusal: ApiError | undefined) => Object.keys(refusal?.fields ?? {}).length > 0;

/** A form sent by a script, once at a time: whether it is on its way, what is wrong with which field, and what is wrong otherwise. */
export function useForm<V>({ send, fail }: FormWork<V>) {
  const [isSending, setSending] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [reason, setReason] = useState("");

  async function deliver(form: HTMLFormElement) {
    try {
      await send(Object.fromEntries(new FormData(form)) as V, form);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      setErrors(refusal?.fields ?? {});
      setReason(fail(refusal, error));
      focusFirst(form, refusal?.fields ?? {});
    }
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    setErrors({});
    setReason("");
    setSending(true);
    await deliver(form);
    flushSync(() => setSending(false));
    // A button that is disabled loses the focus; whoever pressed it with the keyboard gets it back.
    if (document.activeElement === document.body) submitter?.focus({ preventScroll: true });
  }

  return { isSending, errors, reason, onSubmit };
}
