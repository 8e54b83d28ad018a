import "./resource.css";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useRevalidator } from "react-router";
import { listUrl } from "../../lib/list-view.ts";
import { toast } from "../../lib/toast.ts";
import { AdminButton } from "../layout/admin-button.tsx";
import { AdminPageHeader } from "../layout/admin-page-header.tsx";
import { formatCount } from "../layout/counts.ts";
import { DeleteDialog } from "../layout/delete-dialog.tsx";
import { type AdminResource, capitalize, type Kind, type RecordOf } from "./admin-resource.ts";
import { focusFirstField, RecordForm } from "./record-form.tsx";
import { resourceCalls } from "./resource-calls.ts";
import { ResourceList } from "./resource-list.tsx";
import type { ResourceData } from "./resource-loader.ts";
import { useShowSaved } from "./use-show-saved.ts";

interface ResourceScreenProps<K extends Kind> {
  resource: AdminResource<K>;
  data: ResourceData<K>;
  /** Extra actions for the screen and for each record. */
  actions?: ReactNode;
  rowActions?: (record: RecordOf<K>) => ReactNode;
}

/** The list of one kind of record, with the form to create or edit one. */
export function ResourceScreen<K extends Kind>({ resource, data, actions, rowActions }: ResourceScreenProps<K>) {
  const { kind, noun, title } = resource;
  const { q, chosen, list, edit, record } = data;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const listRef = useRef<HTMLElement>(null);
  const formRef = useRef<HTMLDivElement>(null);
  /** A new `round` remounts the form; `initial` then replaces the loaded record. */
  const [start, setStart] = useState<{ round: number; initial?: RecordOf<K> }>({ round: 0 });

  /** The record that the delete dialog asks about. */
  const [deleting, setDeleting] = useState<RecordOf<K>>();

  const isNarrowed = [q, ...Object.values(chosen)].some(Boolean);
  const editUrl = (id: string | undefined) =>
    listUrl(id ? `/admin/${kind}?edit=${id}` : `/admin/${kind}`, { ...chosen, q, page: list?.page });
  const closeEdit = () => navigate(editUrl(undefined), { preventScrollReset: true });
  const resetForm = (initial?: RecordOf<K>) => setStart(({ round }) => ({ round: round + 1, initial }));

  /** The focused button is gone with its form or row: move the focus to the list. */
  const focusList = () => listRef.current?.focus({ preventScroll: true });

  const remove = async () => {
    const { _id } = deleting!;
    await resourceCalls(kind).remove(_id);
    toast(`🗑️ ${capitalize(noun)} deleted successfully`);
    // Closing the form takes over the history entry of the dialog.
    if (_id === edit) await navigate(editUrl(undefined), { replace: true, preventScrollReset: true });
    // Closed before the list is focused: an open dialog keeps the focus.
    flushSync(() => setDeleting(undefined));
    if (_id !== edit) await revalidate();
    focusList();
  };

  const showSaved = useShowSaved(listRef, formRef, list);

  function onSaved({ _id }: RecordOf<K>) {
    focusList();
    const isShown = showSaved(_id);
    if (edit) return void closeEdit();
    resetForm();
    // The new record is on the first page of the unfiltered list.
    if (isShown && (isNarrowed || list?.page !== 1)) navigate(`/admin/${kind}`, { preventScrollReset: true });
    else revalidate();
  }

  const focusForm = () => focusFirstField(formRef.current);
  const total = list ? `${formatCount(list.total)} in all` : "";
  return (
    <>
      <AdminPageHeader title={title} note={isNarrowed ? `${list?.total ?? 0} found` : total}>
        {actions}
        <AdminButton onClick={edit ? closeEdit : focusForm} aria-keyshortcuts="n">
          New {noun}
        </AdminButton>
      </AdminPageHeader>
      <div className="resource-columns">
        <section ref={listRef} aria-label={`List of ${kind}`} tabIndex={-1} className="min-w-0 outline-none">
          <ResourceList
            resource={resource}
            data={data}
            editUrl={editUrl}
            onDelete={setDeleting}
            rowActions={rowActions}
          />
        </section>
        <div ref={formRef} className="min-w-0">
          {edit && !record ? (
            <p role="alert" className="admin-card">
              This {noun} could not be loaded. It may have been deleted.
            </p>
          ) : (
            <RecordForm
              key={`${edit} ${start.round}`}
              resource={resource}
              record={start.initial && start.initial._id === edit ? start.initial : record}
              onSaved={onSaved}
              onReset={resetForm}
              onCancel={closeEdit}
            />
          )}
        </div>
      </div>
      <DeleteDialog open={deleting !== undefined} onClose={() => setDeleting(undefined)} noun={noun} remove={remove} />
    </>
  );
}
