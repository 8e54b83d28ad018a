import { useEffectEvent, useLayoutEffect, useRef } from "react";

const isOverlayEntry = () => (window.history.state as { overlay?: boolean } | null)?.overlay === true;

/** Close functions of the open overlays, topmost last. */
const closers: (() => void)[] = [];
/** Start times of our own `history.back()` calls. A call never fires `popstate` if another navigation overtakes it. */
const ownSteps: number[] = [];
const OWN_STEP_TIMEOUT_MS = 3000;

function isOwnStep() {
  for (let startedAt = ownSteps.shift(); startedAt !== undefined; startedAt = ownSteps.shift()) {
    if (performance.now() - startedAt < OWN_STEP_TIMEOUT_MS) return true;
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

// Hide these steps from the router, or it would reload the page. Listeners run in the order they were added, so this one
// must be added before the router's.
if (typeof window !== "undefined") window.addEventListener("popstate", onBack, { capture: true });

/**
 * The back button closes an open overlay instead of leaving the page: the overlay pushes a history entry with the same
 * URL. A link inside navigates with `replace` and reuses that entry; call the returned function when it is clicked.
 */
export function useCloseOnBack(open: boolean, close: () => void) {
  const entryIsTaken = useRef(false);
  const onBackButton = useEffectEvent(close);

  // A layout effect, so that the history is right before the change is painted and the user can press back.
  useLayoutEffect(() => {
    if (!open) return;
    entryIsTaken.current = false;
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    window.history.pushState({ ...window.history.state, idx: idx + 1, overlay: true }, "");

    const closeByBack = () => {
      entryIsTaken.current = true;
      onBackButton();
    };
    closers.push(closeByBack);
    return () => {
      closers.splice(closers.indexOf(closeByBack), 1);
      if (entryIsTaken.current || !isOverlayEntry()) return;
      ownSteps.push(performance.now());
      window.history.back();
    };
  }, [open]);

  return () => {
    entryIsTaken.current = true;
  };
}
