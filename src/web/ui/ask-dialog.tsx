import type { ReactNode } from "react";
import { useForm } from "../lib/use-form.ts";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Dialog } from "./dialog.tsx";
import { FormError } from "./field.tsx";

interface DialogFormProps {
  /** The accessible name, for a form with fields. */
  name?: string;
  form: Pick<ReturnType<typeof useForm>, "isSending" | "error" | "attributes">;
  action: readonly [idle: string, busy: string];
  isDanger?: boolean;
  keep?: string;
  onClose: () => void;
  children: ReactNode;
}

const size = "grow sm:grow-0";

/** The admin's confirmations have small buttons, and the one that acts is filled. */
const dangerSize = "in-[.admin]:min-h-11 in-[.admin]:grow-0 in-[.admin]:px-4 in-[.admin]:py-1.5";
const dangerLook =
  "border-rose text-rose in-[.admin]:enabled:bg-rose in-[.admin]:enabled:text-paper in-[.admin]:enabled:hover:bg-paper in-[.admin]:enabled:hover:text-rose";

/** The content of a dialog that asks: text and fields, the message of a failure, and the buttons. */
export function DialogForm({
  name,
  form: { isSending, error, attributes },
  action: [idle, busy],
  isDanger = false,
  keep = "Cancel",
  onClose,
  children,
}: DialogFormProps) {
  return (
    <form
      method="dialog"
      aria-label={name}
      {...attributes}
      className="grid min-h-0 gap-5 overflow-y-auto overscroll-contain px-5 pt-1 pb-5"
    >
      {children}
      <div>
        <FormError className="not-empty:mb-3">{error}</FormError>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} className={classes(size, isDanger && dangerSize)}>
            {keep}
          </Button>
          <Button
            type="submit"
            look={isDanger ? "quiet" : "accent"}
            disabled={isSending}
            className={classes(size, isDanger && dangerSize, isDanger && dangerLook)}
          >
            {isSending ? busy : idle}
          </Button>
        </div>
      </div>
    </form>
  );
}

interface AskDialogProps extends Pick<DialogFormProps, "name" | "action" | "keep" | "onClose" | "children"> {
  open: boolean;
  title: string;
  /** The id of the text that screen readers read out when it opens. */
  describedBy?: string;
  /** Runs the action with the values of the fields among the children, and closes the dialog. */
  send: (values: Record<string, string>, form: HTMLFormElement) => Promise<unknown>;
  /** The message of a failure when the server's response has none. */
  failed: string;
}

/** Confirmation before an action. If the action fails, the dialog stays and shows why. */
export function AskDialog({ open, title, describedBy, send, failed, onClose, ...rest }: AskDialogProps) {
  const form = useForm({ send, failed });
  const close = () => {
    form.clear();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={title} describedBy={describedBy} look="choice">
      <DialogForm {...rest} form={form} onClose={close} isDanger />
    </Dialog>
  );
}
