import { type ReactNode, useCallback, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface AskDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  describedBy?: string;
  /** Words of the buttons: leave it, do it, and while it is being done. */
  words: { keep: string; act: string; acting: string };
  /** Does it, and closes the dialog. */
  act: () => Promise<void>;
  /** Why it was not done. */
  explain: (error: unknown) => string;
  children: ReactNode;
}

/** A question before something that cannot be undone. A refusal is told in the dialog. */
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
