import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { listUrl } from "../../lib/list-view.ts";
import { useShop } from "../../lib/site.ts";
import { Badge } from "../../ui/badge.tsx";
import { Options } from "../../ui/choice-fields.tsx";
import { Link } from "../../ui/link.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { Picture } from "../../ui/picture.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { LoadFailed, useBusyArea } from "../layout/admin-page.tsx";
import { AdminTable, type Column } from "../layout/admin-table.tsx";
import {
  type AdminResource,
  capitalize,
  hasPage,
  isDraft,
  type Kind,
  type ListFilter,
  pagePath,
  type RecordOf,
} from "./admin-resource.ts";
import type { ResourceData } from "./resource-loader.ts";

interface ResourceListProps<K extends Kind> {
  resource: AdminResource<K>;
  data: ResourceData<K>;
  editUrl: (id: string | undefined) => string;
  onDelete: (record: RecordOf<K>) => void;
  rowActions: ((record: RecordOf<K>) => ReactNode) | undefined;
}

export function ResourceList<K extends Kind>({ resource, data, editUrl, onDelete, rowActions }: ResourceListProps<K>) {
  const { kind, noun, columns, filters = [], nameOf, loadFailed } = resource;
  const { q, chosen, list, edit } = data;
  const navigate = useNavigate();
  const busy = useBusyArea(`/admin/${kind}`);
  const formPath = edit ? `/admin/${kind}?edit=${edit}` : `/admin/${kind}`;
  const path = listUrl(formPath, chosen);
  const isFiltered = Object.values(chosen).some(Boolean);

  const actions: Column<RecordOf<K>> = {
    title: "Actions",
    look: "actions",
    cell: (record) => (
      <span className="inline-flex @max-[34rem]:flex-wrap @min-[34rem]:@max-[44rem]:inline-grid @min-[34rem]:@max-[44rem]:grid-cols-[auto_auto] @min-[34rem]:@max-[44rem]:text-start">
        <Link to={editUrl(record._id)} keepScroll aria-label={`Edit ${nameOf(record)}`} className="row-action">
          Edit
        </Link>
        {hasPage(kind) && <PageLink to={pagePath(kind, record)} isDraft={isDraft(record)} name={nameOf(record)} />}
        {rowActions?.(record)}
        <button
          type="button"
          aria-label={`Delete ${nameOf(record)}`}
          onClick={() => onDelete(record)}
          className="row-action text-rose"
        >
          Delete
        </button>
      </span>
    ),
  };

  if (!list) return <LoadFailed>{loadFailed}</LoadFailed>;
  return (
    <>
      <div className="mb-4">
        <div className="flex flex-wrap items-center gap-2">
          <SearchBox what={kind} path={path} q={q} />
          {isFiltered && (
            <Link to={listUrl(formPath, { q })} keepScroll className="row-action">
              Clear filters
            </Link>
          )}
        </div>
        <ListFilters filters={filters} chosen={chosen} path={listUrl(formPath, { q })} />
      </div>
      <div {...busy}>
        {list.items.length > 0 ? (
          <AdminTable
            name={capitalize(kind)}
            columns={[...columns, actions]}
            items={list.items}
            keyOf={({ _id }) => _id}
            isCurrent={({ _id }) => _id === edit}
            onRowClick={({ _id }) => navigate(editUrl(_id), { preventScrollReset: true })}
          />
        ) : (
          <p className="admin-card text-ink-soft">
            {q
              ? `No ${noun} matches “${q}”.`
              : isFiltered
                ? `No ${noun} fits these filters.`
                : `No ${kind} yet. The form makes the first one.`}
          </p>
        )}
        <div className="*:mt-5">
          <Pagination page={list.page} pageCount={list.pageCount} linkTo={(page) => listUrl(path, { q, page })} />
        </div>
      </div>
    </>
  );
}

const PageLink = ({ to, isDraft, name }: { to: string; isDraft: boolean; name: string }) => (
  <Link to={to} aria-label={isDraft ? `Preview ${name}` : `View in shop: ${name}`} className="row-action">
    {isDraft ? "Preview" : "View"}
    {!isDraft && <span className="@min-[34rem]:@max-[54rem]:hidden"> in shop</span>}
  </Link>
);

interface ListFiltersProps {
  filters: readonly ListFilter[];
  chosen: Readonly<Record<string, string | undefined>>;
  path: string;
}

/** Selects that filter and sort the list. A choice changes the URL and starts at page 1. */
function ListFilters({ filters, chosen, path }: ListFiltersProps) {
  const navigate = useNavigate();
  const shop = useShop();
  if (filters.length === 0) return null;
  return (
    <div className="mt-2 fit-columns-[8.5rem] gap-2">
      {filters.map(({ name, label, options }) => (
        <select
          key={name}
          aria-label={label}
          value={chosen[name] ?? ""}
          onChange={({ currentTarget: { value } }) =>
            navigate(listUrl(path, { ...chosen, [name]: value }), { preventScrollReset: true })
          }
          className="small-control"
        >
          <Options of={Object.entries(typeof options === "function" ? options(shop) : options)} />
        </select>
      ))}
    </div>
  );
}

export const RecordName = ({ title, published }: { title: string; published: boolean }) => (
  <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
    {title}
    {!published && <Badge tone="gold">Draft</Badge>}
  </span>
);

const MAX_SHOWN = 3;

export function Thumbnails({ images }: { images: readonly string[] }) {
  return (
    <div className="inline-flex items-center gap-1">
      {images.slice(0, MAX_SHOWN).map((path) => (
        // Beside an open form the thumbnails overlap.
        <div
          key={path}
          className="size-10 overflow-hidden rounded-[6px] border border-line bg-sand not-first:@min-[34rem]:@max-[54rem]:-ml-6 not-first:@min-[34rem]:@max-[54rem]:shadow-[-2px_0_0_var(--color-paper)]"
        >
          <Picture path={path} alt="" sizes="40px" />
        </div>
      ))}
      {images.length > MAX_SHOWN && <span className="text-small text-ink-soft">+{images.length - MAX_SHOWN}</span>}
      {images.length === 0 && <span className="text-small text-ink-soft">None</span>}
    </div>
  );
}
