import { type RefObject, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { browserApi } from "../lib/browser-api.ts";
import { describeSuggestion } from "../lib/suggestions.ts";

const DEBOUNCE_MS = 150;
const nothing = { text: "", items: [] as { url: string; text: string }[], active: -1 };
const allOf = (q: string) => ({ url: `/search?${new URLSearchParams({ q })}`, text: `All results for “${q}”` });

export interface SearchSuggestionsProps {
  field: RefObject<HTMLInputElement | null>;
  replace?: boolean | undefined;
}

/** Turns the search field into a combobox: the focus stays in the field, the arrow keys choose a suggestion. */
export function SearchSuggestions({ field, replace = false }: SearchSuggestionsProps) {
  const id = useId();
  const navigate = useNavigate();
  const [{ text, items, active }, setShown] = useState(nothing);

  useEffect(() => {
    const input = field.current!;
    let timer: ReturnType<typeof setTimeout>;
    async function ask() {
      const q = input.value.trim();
      const found = q ? await browserApi.call("GET /api/suggestions", { query: { q } }).catch(() => []) : [];
      const count = q && `${found.length || "No"} suggestion${found.length === 1 ? "" : "s"}`;
      // Drops an answer to what was typed before, and one after the field was left.
      const all = q ? [...found.map((item) => ({ url: item.url, text: describeSuggestion(item) })), allOf(q)] : [];
      if (q === input.value.trim() && document.activeElement === input)
        setShown({ text: count, items: all, active: -1 });
    }
    input.oninput = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, DEBOUNCE_MS);
    };
    input.onblur = () => setShown(nothing);
    input.form!.onsubmit = (event) => {
      const q = input.value.trim();
      // In the menu the browser leads on: the new page closes it.
      if (!q || replace) return;
      event.preventDefault();
      input.blur();
      navigate(allOf(q).url);
    };
    void ask();
    return () => clearTimeout(timer);
  }, [field, navigate, replace]);

  useEffect(() => {
    const input = field.current!;
    input.ariaExpanded = `${items.length > 0}`;
    input.setAttribute("aria-controls", id);
    input.setAttribute("aria-activedescendant", active < 0 ? "" : `${id}${active}`);
    input.onkeydown = (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      // One place more than suggestions: the field itself.
      const places = items.length + 1;
      if (places === 1) return;
      if (step) setShown({ text, items, active: ((active + 1 + step + places) % places) - 1 });
      else if (event.key === "Escape") setShown(nothing);
      else if (event.key === "Enter" && items[active]) document.getElementById(`${id}${active}`)?.click();
      else return;
      event.preventDefault();
    };
  });

  return (
    <>
      <div id={id} role="listbox" aria-label="Suggestions" hidden={items.length === 0} className="search-suggestions">
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
          <div
            key={item.url}
            id={`${id}${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            data-leaves
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              field.current!.value = "";
              field.current!.blur();
              navigate(item.url, { replace });
            }}
          >
            {item.text}
          </div>
        ))}
      </div>
      <p aria-live="polite" className="sr-only">
        {text}
      </p>
    </>
  );
}
