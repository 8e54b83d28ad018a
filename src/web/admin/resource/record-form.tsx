import { useEffect, useState } from "react";
import { SmallButton } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/choice-fields.tsx";
import { ConflictDialog, DifferenceTable } from "../../ui/conflict-dialog.tsx";
import { FormError } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { type FormPicture, PicturePreview, PicturesField, storedPictures } from "../../ui/pictures-field.tsx";
import { ClaimsBox } from "../layout/claims.tsx";
import {
  type AdminResource,
  capitalize,
  hasPage,
  isDraft,
  type Kind,
  pagePath,
  type RecordOf,
} from "./admin-resource.ts";
import { useRecordForm } from "./use-record-form.ts";

interface RecordFormProps<K extends Kind> {
  resource: AdminResource<K>;
  record: RecordOf<K> | undefined;
  onSaved: (saved: RecordOf<K>) => void;
  /** Resets the form to another version of the record. */
  onReset: (current: RecordOf<K>) => void;
  onCancel: () => void;
}

export function RecordForm<K extends Kind>({
  resource,
  record: initialRecord,
  onSaved,
  onReset,
  onCancel,
}: RecordFormProps<K>) {
  // A reload of the list must not replace the record being edited.
  const [record] = useState(initialRecord);
  const form = useRecordForm(resource, record, onSaved);
  const { errors, progress, conflict, element } = form;
  const { kind, noun, pictures, nameOf, Fields } = resource;
  const name = record ? `Edit ${noun}` : `New ${noun}`;

  function pictureDifferences(current: RecordOf<K>) {
    const theirs = storedPictures(pictures?.of(current) ?? []);
    if (pictureKeys(form.pictures) === pictureKeys(theirs)) return [];
    return [{ label: "Images", mine: <Pictures pictures={form.pictures} />, saved: <Pictures pictures={theirs} /> }];
  }

  useEffect(() => {
    if (record) focusFirstField(element.current);
  }, [record, element]);

  return (
    <section aria-label={name} className="admin-card">
      <h2 className="text-title">{name}</h2>
      {record && <p className="wrap-anywhere text-ink-soft">{nameOf(record)}</p>}
      {record && hasPage(kind) && (
        <Link to={pagePath(kind, record)} className="row-action -ml-2">
          {isDraft(record) ? "Preview" : "View page"}
        </Link>
      )}
      <form
        ref={element}
        method="dialog"
        aria-label={name}
        {...form.attributes}
        onInput={form.recheckClaims}
        className="mt-4 grid grid-cols-1 gap-4"
      >
        <Fields
          record={record}
          latest={form.latest}
          errors={errors}
          field={(name) => ({
            name,
            defaultValue: (record?.[name] ?? undefined) as string | number | undefined,
            error: errors[name],
          })}
        />
        {pictures && (
          <PicturesField
            name={pictures.field}
            max={pictures.max}
            pictures={form.pictures}
            onChange={form.setPictures}
            error={errors[pictures.field] ?? errors.keepImages}
          />
        )}
        {hasPage(kind) && (
          <CheckboxField
            label="Published"
            name="published"
            defaultChecked={!record || !isDraft(record)}
            hint="Without the tick it is a draft: only you see it."
            error={errors.published}
          />
        )}
        <div>
          <FormError className="not-empty:mb-3">{form.error}</FormError>
          <ClaimsBox claims={form.claims} />
          {progress !== undefined && <UploadProgress share={progress} />}
          <div className="flex flex-wrap gap-3">
            <SmallButton type="submit" look="accent" disabled={form.isSending} className="grow">
              {form.isSending
                ? "Saving…"
                : form.claims.length > 0
                  ? "Publish anyway"
                  : `${record ? "Update" : "Create"} ${capitalize(noun)}`}
            </SmallButton>
            {record && (
              <SmallButton onClick={onCancel} disabled={form.isSending}>
                Cancel
              </SmallButton>
            )}
          </div>
        </div>
      </form>
      <ConflictDialog
        open={conflict !== undefined}
        title={`This ${noun} was changed meanwhile`}
        onTake={() => {
          form.discardChanges();
          onReset(conflict!.current);
        }}
        onOverwrite={form.overwrite}
        onClose={form.closeConflict}
      >
        <DifferenceTable differences={conflict && [...conflict.differences, ...pictureDifferences(conflict.current)]} />
      </ConflictDialog>
    </section>
  );
}

export const focusFirstField = (form: HTMLElement | null) =>
  form?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea")?.focus();

function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="mb-3 text-small">
      <label>
        {percent < 100 ? `Sending: ${percent} %` : "Sent. The shop is preparing it…"}
        <progress max={100} value={percent} className="mt-1 block h-2 w-full accent-saffron-edge" />
      </label>
    </div>
  );
}

const pictureKeys = (pictures: readonly FormPicture[]) => pictures.map(({ key }) => key).join();

function Pictures({ pictures }: { pictures: readonly FormPicture[] }) {
  if (pictures.length === 0) return "(none)";
  return (
    <div className="flex flex-wrap gap-1">
      {pictures.map((picture) => (
        <div key={picture.key} className="size-10 overflow-hidden rounded-[6px]">
          <PicturePreview picture={picture} />
        </div>
      ))}
    </div>
  );
}
