import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useRevalidator } from "react-router";
import { listUrl } from "../../lib/list-view.ts";
import { toast } from "../../lib/toast.ts";
import { SmallButton } from "../../ui/button.tsx";
import { AdminPageHeader } from "../layout/admin-page.tsx";
import { DeleteDialog } from "../layout/delete-dialog.tsx";
import { formatCount } from "../layout/labels.ts";
import { type AdminResource, capitalize, type Kind, type RecordOf } from "./admin-resource.ts";
import { focusFirstField, RecordForm } from "./record-form.tsx";
import { resourceCalls } from "./resource-calls.ts";
import { ResourceList } from "./resource-list.tsx";
import type { ResourceData } from "./resource-loader.ts";

interface ResourceScreenProps<K extends Kind> {
  resource: AdminResource<K>;
  data: ResourceData<K>;
  actions?: ReactNode;
  rowActions?: (record: RecordOf<K>) => ReactNode;
}

export function ResourceScreen<K extends Kind>({ resource, data, actions, rowActions }: ResourceScreenProps<K>) {
  const { kind, noun } = resource;
  const { q, chosen, list, edit, record } = data;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const listRef = useRef<HTMLElement>(null);
  const formRef = useRef<HTMLDivElement>(null);
  /** A new `round` remounts the form; `initial` then replaces the loaded record. */
  const [start, setStart] = useState<{ round: number; initial?: RecordOf<K> }>({ round: 0 });

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
      <AdminPageHeader title={capitalize(kind)} note={isNarrowed ? `${list?.total ?? 0} found` : total}>
        {actions}
        <SmallButton onClick={edit ? closeEdit : focusForm} aria-keyshortcuts="n">
          New {noun}
        </SmallButton>
      </AdminPageHeader>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_clamp(21rem,28vw,25rem)] lg:gap-5">
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

type Section = RefObject<HTMLElement | null>;

/**
 * On a narrow screen the form is below the list, so after a save only the next empty form would be in view. The returned
 * function scrolls to the saved record's row once the list has reloaded, and returns whether it will. On wide screens both
 * are in view and nothing moves.
 */
function useShowSaved(listRef: Section, formRef: Section, list: unknown) {
  const [saved, setSaved] = useState<{ id: string; oldList: unknown }>();

  useEffect(() => {
    if (!saved || saved.oldList === list) return;
    const row = listRef.current?.querySelector(`[data-key="${CSS.escape(saved.id)}"]`);
    if (row) row.scrollIntoView({ block: "center" });
    else listRef.current?.scrollIntoView();
    setSaved(undefined);
  }, [saved, list, listRef]);

  return (id: string) => {
    const isStacked = (formRef.current?.offsetTop ?? 0) > (listRef.current?.offsetTop ?? 0);
    if (isStacked) setSaved({ id, oldList: list });
    return isStacked;
  };
}
