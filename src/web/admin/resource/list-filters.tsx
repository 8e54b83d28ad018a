import { useNavigate } from "react-router";
import { listUrl } from "../../lib/list-view.ts";
import { useShop } from "../../lib/site.ts";
import type { ListFilter } from "./admin-resource.ts";

interface ListFiltersProps {
  filters: readonly ListFilter[];
  chosen: Readonly<Record<string, string | undefined>>;
  /** The list's URL without filters. */
  path: string;
}

/** Selects that filter and sort the list. A choice changes the URL and starts at page 1. */
export function ListFilters({ filters, chosen, path }: ListFiltersProps) {
  const navigate = useNavigate();
  const shop = useShop();
  if (filters.length === 0) return null;
  return (
    <div className="list-filters">
      {filters.map(({ name, label, options }) => (
        <select
          key={name}
          aria-label={label}
          value={chosen[name] ?? ""}
          onChange={({ currentTarget: { value } }) =>
            navigate(listUrl(path, { ...chosen, [name]: value }), { preventScrollReset: true })
          }
          className="admin-control"
        >
          {Object.entries(typeof options === "function" ? options(shop) : options).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ))}
    </div>
  );
}
