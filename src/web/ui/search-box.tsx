import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigation, useNavigationType } from "react-router";
import { MAX_SEARCH_LENGTH } from "../../contracts/list-rules.ts";
import { listUrl } from "../lib/list-view.ts";
import { Icon } from "./icon.tsx";

const DEBOUNCE_MS = 250;

interface SearchBoxProps {
  /** The plural in the label: `products`. */
  what: string;
  /** The list's URL; a search starts at page 1. */
  path: string;
  q: string | undefined;
}

/**
 * A plain GET form that, with scripts, searches while typing: the text is local state, the URL follows debounced.
 * The text is replaced only when a link or the back button changed the URL, so no typed character is lost.
 */
export function SearchBox({ what, path, q = "" }: SearchBoxProps) {
  const [text, setText] = useState(q);
  const [lastQ, setLastQ] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const target = useNavigation().location;
  const { state } = useLocation();
  const isOwnChange = useNavigationType() !== "POP" && state?.typed === true;
  /** A link was followed: what was typed is searched for once the link has been applied. */
  const isLeaving = target !== undefined && target.state?.typed !== true;

  if (q !== lastQ) {
    setLastQ(q);
    if (!isOwnChange) setText(q);
  }

  // Takes over text typed before hydration.
  useEffect(() => setText(input.current?.value ?? ""), []);

  const search = useCallback(() => {
    const trimmed = text.trim();
    if (trimmed === q) return;
    navigate(listUrl(path, { q: trimmed }), { replace: true, preventScrollReset: true, state: { typed: true } });
  }, [text, q, path, navigate]);

  useEffect(() => {
    if (isLeaving) return;
    timer.current = setTimeout(search, DEBOUNCE_MS);
    return () => clearTimeout(timer.current);
  }, [isLeaving, search]);

  // Search at once on blur: a debounced search would override the link that the visitor is about to click.
  const searchNow = () => {
    clearTimeout(timer.current);
    if (!isLeaving) search();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 do not support <search>.
    <form
      role="search"
      action={path}
      onSubmit={(event) => {
        // Blur runs the search; a real submit would reload the page.
        event.preventDefault();
        input.current?.blur();
      }}
      className="relative min-w-0 grow basis-0 md:max-w-md"
    >
      {/* Without scripts a form drops the query of its action. */}
      {[...new URLSearchParams(path.split("?")[1])].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Icon
        name="search"
        size={20}
        className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-soft"
      />
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={`Search ${what}`}
        placeholder={`Search ${what}...`}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={searchNow}
        className="min-h-12 w-full rounded-full border border-edge bg-paper pr-3 pl-11 text-base placeholder:text-ink-soft focus-visible:rounded-full"
      />
    </form>
  );
}
