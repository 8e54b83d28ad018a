import type { ReactNode } from "react";
import type { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";

interface DialogFormProps {
  /** The accessible name. */
  name: string;
  form: Pick<ReturnType<typeof useForm>, "isSending" | "reason" | "attributes">;
  /** The button's text when idle and while sending. */
  action: readonly [idle: string, busy: string];
  onClose: () => void;
  isDanger?: boolean;
  /** The text of the button that closes the dialog. */
  cancel?: string;
  children: ReactNode;
}

/** A form inside a dialog: text and fields, the reason of a failure, and the buttons. */
export function DialogForm({
  name,
  form,
  action: [idle, busy],
  onClose,
  isDanger = false,
  cancel = "Cancel",
  children,
}: DialogFormProps) {
  return (
    <form
      method="dialog"
      aria-label={name}
      {...form.attributes}
      className="grid min-h-0 gap-5 overflow-y-auto overscroll-contain px-5 pt-1 pb-5"
    >
      {children}
      <div>
        <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
          {form.reason}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} className="grow sm:grow-0">
            {cancel}
          </Button>
          <Button
            type="submit"
            look={isDanger ? "quiet" : "accent"}
            disabled={form.isSending}
            className={isDanger ? "grow border-rose text-rose sm:grow-0" : "grow sm:grow-0"}
          >
            {form.isSending ? busy : idle}
          </Button>
        </div>
      </div>
    </form>
  );
}
