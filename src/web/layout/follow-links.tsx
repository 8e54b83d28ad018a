import { useEffect, useState } from "react";
import { PrefetchPageLinks, useNavigate } from "react-router";

/** A shorter hover does not prefetch: the pointer only passes over the link. */
const INTENT_MS = 100;

/** The API, uploads and files such as a feed are not pages. */
const isPage = (path: string) => path.startsWith("/") && !/^\/(\/|api\/|uploads\/|sandbox\/)|\.\w+$/.test(path);

/** The link around the event's target, if it leads to a page of the shop. */
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
