import { useEffect, useRef, useState } from "react";
import { createPath, type Location, PrefetchPageLinks, useLocation, useNavigate, useNavigation } from "react-router";
import { Button } from "../ui/button.tsx";
import { useFailureText } from "../ui/try-again.tsx";

/** A shorter hover does not prefetch: the pointer only passes over the link. */
const INTENT_MS = 100;

/** The API, uploads and files such as a feed are not pages. */
const isPage = (path: string) => path.startsWith("/") && !/^\/(\/|api\/|uploads\/|sandbox\/)|\.\w+$/.test(path);

function linkOf({ target }: Event) {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link || link.target || link.download) return undefined;
  const path = link.getAttribute("href") ?? "";
  return isPage(path.split(/[?#]/, 1)[0]!) ? { path, data: link.dataset } : undefined;
}

const mayMove = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

const currentPath = () => location.pathname + location.search + location.hash;

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** Not an error: the browser skips a view transition, for example when the next navigation starts. */
function ignoreCutFade(event: PromiseRejectionEvent) {
  const { reason } = event;
  if (reason instanceof DOMException && reason.message.startsWith("Transition was")) event.preventDefault();
}

/**
 * Follows links to the shop's pages without loading a new document, and loads a page's data and scripts as soon as a
 * pointer or the focus rests on its link. One listener for all links: they are plain markup, which hydrates faster.
 */
export function FollowLinks() {
  const navigate = useNavigate();
  const [intended, setIntended] = useState<string>();

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event);
      if (!link || event.defaultPrevented || !isPlainClick(event)) return;
      event.preventDefault();
      const replace = "replace" in link.data || link.path === currentPath();
      const keepScroll = "keepScroll" in link.data;
      navigate(link.path, { replace, preventScrollReset: keepScroll, viewTransition: !keepScroll && mayMove() });
    };
    let timer: ReturnType<typeof setTimeout>;
    const onIntent = (event: Event) => {
      clearTimeout(timer);
      const path = linkOf(event)?.path;
      if (!path || path.startsWith("/admin") || path === currentPath()) return;
      timer = setTimeout(() => setIntended(path), INTENT_MS);
    };
    const intents = ["pointerover", "focusin", "touchstart"];
    document.addEventListener("click", onClick);
    window.addEventListener("unhandledrejection", ignoreCutFade);
    for (const type of intents) document.addEventListener(type, onIntent, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", onClick);
      window.removeEventListener("unhandledrejection", ignoreCutFade);
      for (const type of intents) document.removeEventListener(type, onIntent);
    };
  }, [navigate]);

  return intended && <PrefetchPageLinks page={intended} />;
}

/** Announces the page title to screen readers after client-side navigation. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [name, setName] = useState("");

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setName(document.title);
  }, [pathname]);

  return (
    <div aria-live="polite" className="sr-only">
      {name}
    </div>
  );
}

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
 */
function useUnreachablePage(pending: Location | undefined) {
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
    isUnreachable: failed?.target === pending,
    isTrying: failed?.attempt !== attempt,
    tryAgain: () => setAttempt(attempt + 1),
  };
}

/** The progress of a navigation, or the message that the page cannot be opened. The page shown stays in both cases. */
export function PendingBar() {
  const { location } = useNavigation();
  const { isUnreachable, isTrying, tryAgain } = useUnreachablePage(location);
  const failure = useFailureText("The page could not be opened just now.");
  if (!location) return null;
  if (!isUnreachable)
    return <div key={location.key} role="progressbar" aria-label="Loading page" className="pending-bar" />;
  return (
    <div className="sticky bottom-0 z-40 border-t border-line bg-paper shadow-soft">
      <div className="shell flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <p role="alert">{failure}</p>
        <Button look="accent" onClick={tryAgain} disabled={isTrying}>
          {isTrying ? "Loading…" : "Try again"}
        </Button>
      </div>
    </div>
  );
}
