import "../resource/resource.css";
import { useCallback, useRef, useState } from "react";
import type { CustomerNotes as Notes } from "../../../contracts/accounts/customer.ts";
import type { ChangedMeanwhile } from "../../../contracts/error.ts";
import { MAX_CUSTOMER_NOTES_LENGTH } from "../../../contracts/field-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields, useForm } from "../../lib/use-form.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { classes } from "../../ui/classes.ts";
import { ConflictDialog } from "../../ui/conflict-dialog.tsx";
import { control, useFieldText } from "../../ui/field.tsx";
import { AdminButton } from "../layout/admin-button.tsx";

const FAILED = "The notes could not be saved. Please try again.";

interface NotesProps {
  id: string;
  notes: Notes;
}

/** The form of the owner's notes. Somebody else's newer notes are shown before they are overwritten. */
export function CustomerNotes({ id, notes }: NotesProps) {
  const [saved, setSaved] = useState(notes);
  const [conflict, setConflict] = useState<Notes>();
  const input = useRef<HTMLTextAreaElement>(null);
  const typed = () => input.current?.value ?? "";
  const closeConflict = useCallback(() => setConflict(undefined), []);
  useUnsavedGuard(() => typed() !== saved.text);

  function takeSaved(now: Notes) {
    setConflict(undefined);
    setSaved(now);
    input.current!.value = now.text;
  }

  async function save(version: number) {
    const text = typed();
    const now = await browserApi.call("PUT /api/customers/:id/notes", { params: { id }, body: { text, version } });
    setConflict(undefined);
    setSaved(now);
    // Shows the server's trimmed text, unless more was typed during the save.
    if (input.current?.value === text) input.current.value = now.text;
    toast("✅ Notes saved");
  }

  const form = useForm({
    send: () => save(saved.version),
    fail(refusal, error) {
      if (refusal?.code === "changed_meanwhile") {
        setConflict((refusal.problem as ChangedMeanwhile<Notes>).current);
        return "";
      }
      return hasFields(refusal) ? "" : errorMessage(error, FAILED);
    },
  });

  const overwrite = () =>
    save(conflict!.version).catch((error: unknown) => toast(errorMessage(error, FAILED), { tone: "bad" }));

  const text = useFieldText({
    label: "What you want to remember",
    error: form.errors.text,
    hint: "Only owners see this. The person gets it with a copy of their data, and it is deleted with the account.",
  });
  return (
    <form aria-label="Notes" {...form.attributes}>
      {text.label(true)}
      <textarea
        ref={input}
        name="text"
        rows={5}
        maxLength={MAX_CUSTOMER_NOTES_LENGTH}
        defaultValue={saved.text}
        {...text.attributes}
        className={classes(control, "py-3")}
      />
      {text.note}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <AdminButton type="submit" look="accent" disabled={form.isSending}>
          {form.isSending ? "Saving…" : "Save notes"}
        </AdminButton>
        <p role="status" className="text-small text-ink-soft">
          {form.error || (saved.updatedAt && `Saved ${formatMoment(saved.updatedAt)}`)}
        </p>
      </div>
      <ConflictDialog
        noun="note"
        conflict={
          conflict && { current: conflict, differences: [{ label: "Notes", mine: typed(), saved: conflict.text }] }
        }
        myImages={[]}
        theirImages={[]}
        onDiscard={() => conflict && takeSaved(conflict)}
        onOverwrite={overwrite}
        onClose={closeConflict}
      />
    </form>
  );
}
