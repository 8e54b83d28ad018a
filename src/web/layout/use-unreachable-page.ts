import { useEffect, useState } from "react";
import { createPath, type Location } from "react-router";

const TIMEOUT_MS = 8_000;
/** The response of a proxy when it cannot reach the shop. */
const BAD_GATEWAY = 502;

async function isReachable(path: string) {
  try {
    return (await fetch(path, { method: "HEAD", signal: AbortSignal.timeout(TIMEOUT_MS) })).status < BAD_GATEWAY;
  } catch {
    return false;
  }
}

/**
 * When a page's script cannot be loaded, React Router reloads the document and waits for that script for ever. Offline
 * that shows the browser's own error page. With the Navigation API the reload is cancelled, and the new page's document
 * is loaded instead, if the shop can be reached: after a deployment it has the new scripts.
 *
 * @param pending where React Router is navigating to
 */
export function useUnreachablePage(pending: Location | undefined) {
  const [isBroken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<{ target: Location; attempt: number }>();

  useEffect(() => {
    // Cancels the reload of React Router, not the visitor's.
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== "reload" || event.userInitiated) return;
      event.preventDefault();
      setBroken(true);
    };
    const { navigation } = window as { navigation?: Navigation };
    navigation?.addEventListener("navigate", onNavigate);
    return () => navigation?.removeEventListener("navigate", onNavigate);
  }, []);

  useEffect(() => {
    if (!isBroken || !pending) return;
    let isCurrent = true;
    const path = createPath(pending);
    isReachable(path).then((reachable) => {
      if (!isCurrent) return;
      if (reachable) return window.location.assign(path);
      setFailed({ target: pending, attempt });
    });
    return () => {
      isCurrent = false;
    };
  }, [isBroken, pending, attempt]);

  return {
    isUnreachable: failed !== undefined && failed.target === pending,
    isTrying: failed?.attempt !== attempt,
    tryAgain: () => setAttempt(attempt + 1),
  };
}
