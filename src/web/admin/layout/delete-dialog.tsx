import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { AskDialog } from "../../ui/ask-dialog.tsx";

const FAILED = "❌ Failed to delete";

interface DeleteDialogProps {
  open: boolean;
  onClose: () => void;
  noun: string;
  remove: () => Promise<void>;
}

/** The specification shows a failed deletion as a toast, so the dialog closes then too. */
export const DeleteDialog = ({ noun, remove, ...dialog }: DeleteDialogProps) => (
  <AskDialog
    {...dialog}
    title="Confirm Delete"
    action={["Delete", "Deleting…"]}
    send={() =>
      remove().catch((error: unknown) => {
        dialog.onClose();
        toast(errorMessage(error, FAILED), { tone: "bad" });
      })
    }
    failed={FAILED}
  >
    <p>Are you sure you want to delete this {noun}? This action cannot be undone.</p>
  </AskDialog>
);
