import { type FormEvent, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "./api.ts";
import { errorMessage } from "./error-message.ts";
import { type Control, type Errors, errorOf, findErrors } from "./field-errors.ts";

const FAILED = "It could not be saved. Please check your connection and try again.";

interface FormHandlers<V> {
  /** Sends the form; throws when the server refuses it or cannot be reached. */
  send(values: V, form: HTMLFormElement): Promise<unknown>;
  /** The message beside the button when the server's response has none. */
  failed?: string;
  /** Handles a failure; may return another message. `refusal` is the server's error, if it answered. */
  fail?(refusal: ApiError | undefined, error: unknown): string | undefined;
  /** Sends the fields as they are: only the server checks them. */
  isUnchecked?: boolean;
}

/** Focuses the first invalid field, scrolled to the middle so that toasts do not cover it. */
function focusFirstInvalid(form: HTMLFormElement, errors: Errors) {
  const field = [...form.elements].find((element) => (element as HTMLInputElement).name in errors);
  (field as HTMLElement | undefined)?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}

export const hasFields = (refusal: ApiError | undefined) => Object.keys(refusal?.fields ?? {}).length > 0;

const subscribeToNothing = () => () => {};

/** Before hydration, the browser's own validation is on. */
const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );

/**
 * A form sent by script, one request at a time. `errors` are per field, `error` is everything else. The rules are the
 * fields' attributes (`required`, `minLength`, `pattern`). A submit checks all fields, typing checks a field again.
 */
export function useForm<V>({ send, failed = FAILED, fail, isUnchecked = false }: FormHandlers<V>) {
  const isHydrated = useIsHydrated();
  const [isSending, setSending] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [error, setError] = useState("");

  async function submit(form: HTMLFormElement) {
    try {
      await send(Object.fromEntries(new FormData(form)) as V, form);
    } catch (thrown) {
      const refusal = thrown instanceof ApiError ? thrown : undefined;
      setErrors(refusal?.fields ?? {});
      setError(fail?.(refusal, thrown) ?? (hasFields(refusal) ? "" : errorMessage(thrown, failed)));
      focusFirstInvalid(form, refusal?.fields ?? {});
    }
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const broken = isUnchecked ? {} : findErrors(form);
    setErrors(broken);
    setError("");
    if (Object.keys(broken).length > 0) return focusFirstInvalid(form, broken);
    setSending(true);
    await submit(form);
    flushSync(() => setSending(false));
    // The disabled submit button lost the focus: give it back for keyboard users.
    if (document.activeElement === document.body) submitter?.focus({ preventScroll: true });
  }

  function onChange({ target }: FormEvent<HTMLFormElement>) {
    const control = target as unknown as Control;
    if (!(control.name in errors)) return;
    const problem = isUnchecked ? "" : errorOf(control);
    setErrors(({ [control.name]: _, ...others }) => (problem ? { ...others, [control.name]: problem } : others));
  }

  const attributes = { noValidate: isUnchecked || isHydrated, onSubmit, onChange };
  return { isSending, errors, error, clear: () => setError(""), attributes };
}
