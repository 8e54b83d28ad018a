import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useBackCloses } from "../lib/use-back-closes.ts";
import { IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /**
   * drawer: side panel, bottom sheet when small; sheet: bottom sheet; choice: a card in the middle, bottom sheet when
   * small; menu: the whole screen; view: a picture.
   */
  look: "drawer" | "sheet" | "choice" | "menu" | "view";
  children: ReactNode;
}

/**
 * A native modal dialog: the browser keeps the focus inside, closes on Escape and gives the focus back.
 * Added here: a click outside closes, the back button closes, and so does a link, or a button
 * marked `data-leaves`: both navigate with `replace`, into the place of the dialog's own history entry.
 * What is inside is made when it is first opened: most never are, and every page would carry it.
 */
export function Dialog({ open, onClose, title, look, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  const leaveByLink = useBackCloses(open, onClose);

  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  const onClick = (event: MouseEvent) => {
    if (event.target === dialog.current) return onClose();
    if (!(event.target as Element).closest("a[href], [data-leaves]")) return;
    leaveByLink();
    onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape; this is for the pointer only.
    <dialog
      ref={dialog}
      aria-label={title}
      onClick={onClick}
      onClose={onClose}
      className={classes("overlay", `overlay-${look}`, (look === "menu" || look === "view") && "on-night")}
    >
      {wasOpened && (
        <div className="overlay-panel">
          <div className="flex min-h-16 shrink-0 items-center justify-between gap-4 pr-2 pl-5">
            <h2 className="text-title">{title}</h2>
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
