import "./resource.css";
import { type ReactNode, useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { listAddress } from "../../lib/list-view.ts";
import { AdminButton } from "../layout/admin-button.tsx";
import { AdminPageHeader } from "../layout/admin-page-header.tsx";
import { ConfirmDialog } from "../layout/confirm-dialog.tsx";
import type { ResourceData } from "./load-resource.ts";
import { focusFirstField, RecordForm } from "./record-form.tsx";
import type { Kind, RecordOf, Resource } from "./resource.ts";
import { ResourceList } from "./resource-list.tsx";
import { useRemoval } from "./use-removal.ts";

interface ResourceScreenProps<K extends Kind> {
  resource: Resource<K>;
  data: ResourceData<K>;
  /** What else can be done on the screen, and with each record. */
  actions?: ReactNode;
  rowActions?: (record: RecordOf<K>) => ReactNode;
}

/** The list of a kind of record and the form for one of them. */
export function ResourceScreen<K extends Kind>({ resource, data, actions, rowActions }: ResourceScreenProps<K>) {
  const { kind, noun, title } = resource;
  const { q, list, edit, record } = data;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const formPlace = useRef<HTMLDivElement>(null);
  /** Counted up, the form starts afresh; `taken` is then what it starts from. */
  const [start, setStart] = useState<{ round: number; taken?: RecordOf<K> }>({ round: 0 });

  const editAddress = (id: string | undefined) =>
    listAddress(id ? `/admin/${kind}?edit=${id}` : `/admin/${kind}`, { q, page: list?.page });
  const leaveEdit = () => navigate(editAddress(undefined), { preventScrollReset: true });
  const restart = (taken?: RecordOf<K>) => setStart(({ round }) => ({ round: round + 1, taken }));

  const removal = useRemoval(resource, (id) => (id === edit ? leaveEdit() : revalidate()));

  function onSaved() {
    if (edit) return void leaveEdit();
    restart();
    revalidate();
  }

  const focusForm = () => focusFirstField(formPlace.current);
  const total = list ? `${list.total.toLocaleString("en-IN")} in all` : "";
  return (
    <>
      <AdminPageHeader title={title} note={q ? `${list?.total ?? 0} found` : total}>
        {actions}
        <AdminButton onClick={edit ? leaveEdit : focusForm}>New {noun}</AdminButton>
      </AdminPageHeader>
      <div className="resource-columns">
        <div className="min-w-0">
          <ResourceList
            resource={resource}
            data={data}
            editAddress={editAddress}
            onDelete={removal.choose}
            rowActions={rowActions}
          />
        </div>
        <div ref={formPlace} className="min-w-0">
          {edit && !record ? (
            <p role="alert" className="admin-card">
              This {noun} could not be loaded. It may have been deleted.
            </p>
          ) : (
            <RecordForm
              key={`${edit} ${start.round}`}
              resource={resource}
              record={start.taken && start.taken._id === edit ? start.taken : record}
              onSaved={onSaved}
              onTake={restart}
              onCancel={leaveEdit}
            />
          )}
        </div>
      </div>
      <ConfirmDialog
        open={removal.chosen !== undefined}
        title="Confirm Delete"
        action={["Delete", "Deleting…"]}
        onConfirm={removal.confirm}
        onClose={removal.close}
      >
        Are you sure you want to delete this {noun}? This action cannot be undone.
      </ConfirmDialog>
    </>
  );
}
