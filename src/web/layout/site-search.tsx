import { type ComponentType, useRef, useState } from "react";
import { MAX_SEARCH_LENGTH } from "../../contracts/list-rules.ts";
import { Icon } from "../ui/icon.tsx";
import type { SearchSuggestionsProps } from "./search-suggestions.tsx";

/** WebMCP: by these attributes, the assistants of browsers find and fill in the form. */
const tool = { toolname: "search", tooldescription: "Search the shop", toolautosubmit: "" };
const words = { toolparamdescription: "What to look for" };

/** The search field of the header and of the menu: a plain form. The first focus loads the suggestions. */
export function SiteSearch({ replace }: { replace?: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const [Suggestions, setSuggestions] = useState<ComponentType<SearchSuggestionsProps>>();
  const load = () =>
    import("./search-suggestions.tsx").then(({ SearchSuggestions }) => setSuggestions(() => SearchSuggestions));
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers of 2023 do not support <search>.
    <form role="search" action="/search" {...(replace ? {} : tool)} className="site-search relative">
      <Icon name="search" size={20} />
      <input
        {...words}
        ref={field}
        type="search"
        name="q"
        role="combobox"
        aria-label="Search"
        aria-autocomplete="list"
        aria-expanded={false}
        placeholder="Search"
        autoComplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        onFocus={() => void load().catch(() => {})}
      />
      {Suggestions && <Suggestions field={field} replace={replace} />}
    </form>
  );
}
