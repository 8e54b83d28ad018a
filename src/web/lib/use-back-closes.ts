import { useEffect, useRef } from "react";

const isOverlayEntry = () => (window.history.state as { overlay?: boolean } | null)?.overlay === true;

/** What closes the overlays that are open, the uppermost last. */
const closers: (() => void)[] = [];
/** Steps back that an overlay took itself, to give its entry back. */
let ownSteps = 0;

function onBack(event: PopStateEvent) {
  const close = ownSteps > 0 ? undefined : closers.at(-1);
  if (ownSteps === 0 && !close) return;
  event.stopImmediatePropagation();
  if (close) close();
  else ownSteps -= 1;
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

  useEffect(() => {
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
      ownSteps += 1;
      window.history.back();
    };
  }, [open, close]);

  return () => {
    entryIsTaken.current = true;
  };
}
