import { AskDialog } from "../../ui/ask-dialog.tsx";

interface DeleteDialogProps {
  open: boolean;
  onClose: () => void;
  noun: string;
  remove: () => Promise<void>;
}

export const DeleteDialog = ({ noun, remove, ...dialog }: DeleteDialogProps) => (
  <AskDialog
    {...dialog}
    title="Confirm Delete"
    action={["Delete", "Deleting…"]}
    send={remove}
    failed="❌ Failed to delete"
  >
    <p>Are you sure you want to delete this {noun}? This action cannot be undone.</p>
  </AskDialog>
);
