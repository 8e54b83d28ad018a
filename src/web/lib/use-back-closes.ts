import { useLayoutEffect, useRef } from "react";

const isOverlayEntry = () => (window.history.state as { overlay?: boolean } | null)?.overlay === true;

/** What closes the overlays that are open, the uppermost last. */
const closers: (() => void)[] = [];
/** When overlays took a step back themselves, to give their entries back. One that was overtaken never arrives. */
const ownSteps: number[] = [];
const ARRIVES_WITHIN_MS = 3000;

function isOwnStep() {
  for (let begun = ownSteps.shift(); begun !== undefined; begun = ownSteps.shift()) {
    if (performance.now() - begun < ARRIVES_WITHIN_MS) return true;
  }
  return false;
}

function onBack(event: PopStateEvent) {
  const isOwn = isOwnStep();
  const close = closers.at(-1);
  if (!isOwn && !close) return;
  event.stopImmediatePropagation();
  if (!isOwn) close?.();
}

// The router must not hear of these steps, or it would load the page again. Browsers may call the listeners of the window in
// the order in which they came, so this one has to be there first.
if (typeof window !== "undefined") window.addEventListener("popstate", onBack, { capture: true });

/**
 * Makes the back button close an open overlay instead of leaving the page. The overlay gets a history entry of its own
 * with the same address. A link inside an overlay navigates with `replace` and takes that entry's place: call the returned
 * function when one is chosen.
 */
export function useBackCloses(open: boolean, close: () => void) {
  const entryIsTaken = useRef(false);

  // Before anything is painted: whoever sees that the overlay is gone may already go back.
  useLayoutEffect(() => {
    if (!open) return;
    entryIsTaken.current = false;
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    window.history.pushState({ ...window.history.state, idx: idx + 1, overlay: true }, "");

    const closeByBack = () => {
      entryIsTaken.current = true;
      close();
    };
    closers.push(closeByBack);
    return () => {
      closers.splice(closers.indexOf(closeByBack), 1);
      if (entryIsTaken.current || !isOverlayEntry()) return;
      ownSteps.push(performance.now());
      window.history.back();
    };
  }, [open, close]);

  return () => {
    entryIsTaken.current = true;
  };
}
