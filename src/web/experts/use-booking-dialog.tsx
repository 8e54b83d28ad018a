import { type ComponentType, useCallback, useState } from "react";
import { toast } from "../lib/toast.ts";
import type { BookingDialogProps, BookingStart } from "./booking-dialog.tsx";

export type BookedExpert = BookingDialogProps["expert"];

const loadDialog = () => import("./booking-dialog.tsx");

/** The dialog that books a session. Its code is loaded on hover, touch, focus or click. */
export function useBookingDialog(expert: BookedExpert) {
  const [Loaded, setLoaded] = useState<ComponentType<BookingDialogProps>>();
  const [start, setStart] = useState<BookingStart>();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return {
    /** A failure is handled by the click. */
    preload: () => void loadDialog().catch(() => {}),
    async open(wanted: BookingStart) {
      try {
        const { BookingDialog } = await loadDialog();
        setLoaded(() => BookingDialog);
        setStart(wanted);
        setOpen(true);
      } catch {
        toast("The booking could not be opened. Please check your connection and try again.", { tone: "bad" });
      }
    },
    dialog: Loaded && start && <Loaded expert={expert} start={start} isOpen={isOpen} onClose={close} />,
  };
}
