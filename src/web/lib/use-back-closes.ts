import { useEffect, useRef } from "react";

const isOverlayEntry = () => (window.history.state as { overlay?: boolean } | null)?.overlay === true;

/**
 * Makes the back button close an open overlay instead of leaving the page. The overlay gets a history entry of its own
 * with the same address; the router must not hear of it, or it would load the page again. A link inside an overlay
 * navigates with `replace` and takes that entry's place: call the returned function when one is chosen.
 */
export function useBackCloses(open: boolean, close: () => void) {
  const entryIsTaken = useRef(false);

  useEffect(() => {
    if (!open) return;
    entryIsTaken.current = false;
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    window.history.pushState({ ...window.history.state, idx: idx + 1, overlay: true }, "");

    const onBack = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      entryIsTaken.current = true;
      close();
    };
    window.addEventListener("popstate", onBack, { capture: true });
    return () => {
      window.removeEventListener("popstate", onBack, { capture: true });
      if (entryIsTaken.current || !isOverlayEntry()) return;
      window.addEventListener("popstate", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
      window.history.back();
    };
  }, [open, close]);

  return () => {
    entryIsTaken.current = true;
  };
}
