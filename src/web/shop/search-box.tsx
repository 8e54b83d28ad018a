import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigation, useNavigationType } from "react-router";
import { listAddress } from "../lib/list-view.ts";
import { Icon } from "../ui/icon.tsx";

const PAUSE_MS = 250;

interface SearchBoxProps {
  /** What is searched, as people call it: `products`. */
  what: string;
  /** The list's address; a search starts at its first page. */
  path: string;
  q: string | undefined;
}

/**
 * A plain GET form that, with scripts, follows the typing. What is typed lives here and the address follows after a pause.
 * The text is replaced only when the address changed by another hand (a link, the back button), so no letter is lost.
 */
export function SearchBox({ what, path, q = "" }: SearchBoxProps) {
  const [text, setText] = useState(q);
  const [shownFor, setShownFor] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const target = useNavigation().location;
  const { pathname, state } = useLocation();
  const byTyping = useNavigationType() !== "POP" && state?.typed === true;
  const leaving = target !== undefined && target.pathname !== pathname;

  if (q !== shownFor) {
    setShownFor(q);
    if (!byTyping) setText(q);
  }

  // Someone quick may have typed before the scripts arrived.
  useEffect(() => setText(input.current?.value ?? ""), []);

  const follow = useCallback(() => {
    const wanted = text.trim();
    if (wanted === q) return;
    navigate(listAddress(path, { q: wanted }), { replace: true, preventScrollReset: true, state: { typed: true } });
  }, [text, q, path, navigate]);

  useEffect(() => {
    if (leaving) return;
    pause.current = setTimeout(follow, PAUSE_MS);
    return () => clearTimeout(pause.current);
  }, [leaving, follow]);

  // Whoever leaves the box may be about to choose a link: a search that started after that would undo the choice.
  const stopWaiting = () => {
    clearTimeout(pause.current);
    if (!leaving) follow();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a form may be the search itself; browsers of 2023 know no other element for it.
    <form
      role="search"
      action={path}
      onSubmit={(event) => {
        // The address is already following; sending the form as well would only leave the cursor's place.
        event.preventDefault();
        input.current?.blur();
      }}
      className="relative min-w-0 grow md:max-w-md"
    >
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
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={stopWaiting}
        className="h-12 w-full rounded-full border border-edge bg-paper pr-3 pl-11 text-base placeholder:text-ink-soft focus-visible:rounded-full"
      />
    </form>
  );
}
