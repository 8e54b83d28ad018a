import { useCallback, useEffect, useRef, useState } from "react";
import { createPath, type Location } from "react-router";

const TIMEOUT_MS = 8_000;
/** What a proxy answers for a shop that it cannot reach. */
const BAD_GATEWAY = 502;

async function isReachable(url: string) {
  try {
    return (await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(TIMEOUT_MS) })).status < BAD_GATEWAY;
  } catch {
    return false;
  }
}

/**
 * Keeps the browser's own error page away, where the browser has the Navigation API:
 * - React Router reloads the document when a page's script cannot be loaded, and then waits for that script for ever.
 * - A plain link loads a document.
 * In both cases a document is loaded only if the shop can be reached; after a deployment it has the new scripts.
 *
 * @param pending where React Router is navigating to
 */
export function useUnreachablePage(pending: Location | undefined) {
  /** Set when a script failed: React Router cannot open its page in this document any more. */
  const [isBroken, setBroken] = useState(false);
  const [link, setLink] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const [isTrying, setTrying] = useState(false);
  const allowed = useRef("");
  const target = pending ? createPath(pending) : link;
  const latest = useRef(target);

  useEffect(() => {
    latest.current = target;
    if (pending) setLink(undefined);
  }, [target, pending]);

  useEffect(() => {
    const { navigation } = window as { navigation?: Navigation };
    const onNavigate = (event: NavigateEvent) => {
      const { navigationType, destination } = event;
      if (!event.canIntercept || !event.cancelable || destination.sameDocument || event.downloadRequest !== null)
        return;
      if (navigationType === "reload") {
        if (event.userInitiated) return;
        event.preventDefault();
        setBroken(true);
      } else if (!navigator.onLine && destination.url !== allowed.current) {
        event.preventDefault();
        setLink(destination.url);
      }
    };
    navigation?.addEventListener("navigate", onNavigate);
    return () => navigation?.removeEventListener("navigate", onNavigate);
  }, []);

  const tryAgain = useCallback(async () => {
    if (target === undefined) return;
    setTrying(true);
    const reachable = await isReachable(target);
    setTrying(false);
    // The visitor may have gone elsewhere meanwhile.
    if (latest.current !== target) return;
    setFailed(reachable ? undefined : target);
    if (!reachable) return;
    allowed.current = new URL(target, window.location.href).href;
    window.location.assign(target);
  }, [target]);

  useEffect(() => {
    if ((isBroken && pending) || link) tryAgain();
  }, [isBroken, pending, link, tryAgain]);

  return { isUnreachable: target !== undefined && failed === target, isTrying, tryAgain };
}
