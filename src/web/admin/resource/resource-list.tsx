import type { ReactNode } from "react";
import { useNavigate, useNavigation } from "react-router";
import { listUrl } from "../../lib/list-view.ts";
import { classes } from "../../ui/classes.ts";
import { Link } from "../../ui/link.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { AdminTable, type Column } from "../layout/admin-table.tsx";
import { LoadFailed } from "../layout/load-failed.tsx";
import type { AdminResource, Kind, RecordOf } from "./admin-resource.ts";
import { ListFilters } from "./list-filters.tsx";
import { hasPage, isDraft, pagePath } from "./page-path.ts";
import type { ResourceData } from "./resource-loader.ts";

interface ResourceListProps<K extends Kind> {
  resource: AdminResource<K>;
  data: ResourceData<K>;
  /** The URL of a record's form that keeps the search and page. */
  editUrl: (id: string | undefined) => string;
  onDelete: (record: RecordOf<K>) => void;
  rowActions: ((record: RecordOf<K>) => ReactNode) | undefined;
}

export function ResourceList<K extends Kind>({ resource, data, editUrl, onDelete, rowActions }: ResourceListProps<K>) {
  const { kind, title, noun, columns, filters = [], nameOf, loadFailed } = resource;
  const { q, chosen, list, edit } = data;
  const navigate = useNavigate();
  const isLoading = useNavigation().location?.pathname === `/admin/${kind}`;
  const formPath = edit ? `/admin/${kind}?edit=${edit}` : `/admin/${kind}`;
  const path = listUrl(formPath, chosen);
  const isFiltered = Object.values(chosen).some(Boolean);

  const actions: Column<RecordOf<K>> = {
    title: "Actions",
    look: "actions",
    cell: (record) => (
      <span className="row-actions">
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
      <div aria-busy={isLoading} className={classes("transition-opacity", isLoading && "opacity-50")}>
        {list.items.length > 0 ? (
          <AdminTable
            name={title}
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

/** A draft has no page in the shop yet. */
const PageLink = ({ to, isDraft, name }: { to: string; isDraft: boolean; name: string }) => (
  <Link to={to} aria-label={isDraft ? `Preview ${name}` : `View in shop: ${name}`} className="row-action">
    {isDraft ? "Preview" : "View"}
    {!isDraft && <span className="row-action-more"> in shop</span>}
  </Link>
);
