import { useId } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface AddressQuestionProps {
  open: boolean;
  onAdd: () => void;
  onContinue: () => void;
  /** Must be a stable function: a new one would pop and push the dialog's history entry. */
  onClose: () => void;
}

/** Shown before payment when the order has pieces to ship but no address. */
export function AddressQuestion({ open, onAdd, onContinue, onClose }: AddressQuestionProps) {
  const textId = useId();
  return (
    <Dialog open={open} onClose={onClose} title="Where shall we send it?" describedBy={textId} look="choice">
      <div className="px-5 pb-6">
        <p id={textId}>
          Your cart holds pieces, and we need an address to send them to. If you continue without one, you can add it
          later on the page of your order.
        </p>
        <div className="mt-6 grid gap-3">
          <Button look="accent" onClick={onAdd}>
            Add an address
          </Button>
          <Button onClick={onContinue}>Continue without</Button>
        </div>
      </div>
    </Dialog>
  );
}
