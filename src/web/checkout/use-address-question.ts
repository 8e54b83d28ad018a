import { type FormEvent, useCallback, useState } from "react";
import { flushSync } from "react-dom";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { CartLine } from "../lib/cart.ts";
import { declineAddress, isAddressDeclined } from "./draft.ts";

const addressIn = (form: HTMLFormElement) => form.elements.namedItem("shipping.address") as HTMLTextAreaElement;

/** Asks once for a missing address before the form is sent. `onSubmit` sends it. */
export function useAddressQuestion(cart: readonly CartLine[], onSubmit: (event: FormEvent<HTMLFormElement>) => void) {
  /** The submit button that was pressed while the question is open. */
  const [pressed, setPressed] = useState<HTMLButtonElement>();
  const onClose = useCallback(() => setPressed(undefined), []);

  function needsAnswer(form: HTMLFormElement) {
    const isMissing = cart.some(isPiece) && addressIn(form).value.trim() === "";
    return isMissing && !isAddressDeclined() && form.checkValidity();
  }

  return {
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (!needsAnswer(event.currentTarget)) return onSubmit(event);
      event.preventDefault();
      setPressed(submitter as HTMLButtonElement);
    },
    question: {
      open: pressed !== undefined,
      onClose,
      onAdd() {
        // The dialog must be closed first: closing it moves the focus back to the button.
        flushSync(onClose);
        if (pressed?.form) addressIn(pressed.form).focus();
      },
      onContinue() {
        declineAddress();
        flushSync(onClose);
        pressed?.form?.requestSubmit(pressed);
      },
    },
  };
}
