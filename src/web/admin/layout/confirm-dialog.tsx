import type { ReactNode } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { AdminButton, DangerButton } from "./admin-button.tsx";

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** Button label, idle and busy. */
  action: readonly [idle: string, busy: string];
  isBusy?: boolean;
  onConfirm: () => void;
  /** Must be a stable function: a new one would pop and push the dialog's history entry. */
  onClose: () => void;
}

export function ConfirmDialog({
  open,
  title,
  children,
  action: [idle, busy],
  isBusy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} look="choice">
      <div className="px-5 pb-5">
        <p>{children}</p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <DangerButton onClick={onConfirm} disabled={isBusy}>
            {isBusy ? busy : idle}
          </DangerButton>
        </div>
      </div>
    </Dialog>
  );
}
