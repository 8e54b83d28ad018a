import { type ReactNode, useCallback, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface AskDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  describedBy?: string;
  /** Button labels: cancel, confirm, and confirm while sending. */
  words: { keep: string; act: string; acting: string };
  /** Runs the action and closes the dialog. */
  act: () => Promise<void>;
  /** Turns the error of `act` into a message. */
  explain: (error: unknown) => string;
  children: ReactNode;
}

/** Confirmation before an action that cannot be undone. If the action fails, the dialog shows the error. */
export function AskDialog({ open, onClose, title, describedBy, words, act, explain, children }: AskDialogProps) {
  const [isSending, setSending] = useState(false);
  const [reason, setReason] = useState("");

  const close = useCallback(() => {
    setReason("");
    onClose();
  }, [onClose]);

  async function send() {
    setSending(true);
    setReason("");
    try {
      await act();
    } catch (error) {
      setReason(explain(error));
    }
    setSending(false);
  }

  return (
    <Dialog open={open} onClose={close} title={title} {...(describedBy && { describedBy })} look="choice">
      <div className="grid gap-5 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
        {children}
        <div>
          <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
            {reason}
          </p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={close} className="grow sm:grow-0">
              {words.keep}
            </Button>
            <Button onClick={send} disabled={isSending} className="grow border-rose text-rose sm:grow-0">
              {isSending ? words.acting : words.act}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  );
}
