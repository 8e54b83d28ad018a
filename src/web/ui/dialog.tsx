import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { raiseToasts } from "../lib/toast.ts";
import { useCloseOnBack } from "../lib/use-close-on-back.ts";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The id of the text that screen readers read out when it opens. */
  describedBy?: string | undefined;
  /**
   * drawer: side panel; sheet: bottom sheet; choice: centred card; menu: full screen; view: a picture.
   * Drawer and choice become bottom sheets on small screens.
   */
  look: "drawer" | "sheet" | "choice" | "menu" | "view";
  children: ReactNode;
}

/**
 * A native modal dialog: the browser traps the focus, closes on Escape and restores the focus. Added here: a click outside
 * and the back button close it, and so do links and buttons marked `data-leaves`, which navigate with `replace` and reuse
 * the dialog's history entry. The content is rendered when the dialog is first opened.
 */
export function Dialog({ open, onClose, title, describedBy, look, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  const leaveByLink = useCloseOnBack(open, onClose);

  useEffect(() => {
    if (open) {
      dialog.current?.showModal();
      raiseToasts();
    } else dialog.current?.close();
  }, [open]);

  const onClick = (event: MouseEvent) => {
    if (event.target === dialog.current) return onClose();
    if (!(event.target as Element).closest("a[href], [data-leaves]")) return;
    leaveByLink();
    onClose();
  };

  // In React the event bubbles: closing a dialog inside this one must not close this one, too.
  const onClosed = (event: SyntheticEvent) => event.target === dialog.current && onClose();

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape; this is for the pointer only.
    <dialog
      ref={dialog}
      aria-label={title}
      aria-describedby={describedBy}
      onClick={onClick}
      onClose={onClosed}
      className={classes("overlay", `overlay-${look}`, (look === "menu" || look === "view") && "on-night")}
    >
      {wasOpened && (
        <div className="overlay-panel">
          <div className="overlay-head">
            <h2 className="min-w-0 text-title wrap-anywhere">{title}</h2>
            <IconButton label="Close" onClick={onClose} className="hover:bg-edge/20">
              <Icon name="x" size={24} />
            </IconButton>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
