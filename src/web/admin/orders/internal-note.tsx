import "../resource/resource.css";
import { useCallback, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { ChangedMeanwhile } from "../../../contracts/error.ts";
import { MAX_INTERNAL_NOTE_LENGTH } from "../../../contracts/field-rules.ts";
import type { Order } from "../../../contracts/orders/order.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields, useForm } from "../../lib/use-form.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { classes } from "../../ui/classes.ts";
import { ConflictDialog } from "../../ui/conflict-dialog.tsx";
import { control, useFieldText } from "../../ui/field.tsx";
import { AdminButton } from "../layout/admin-button.tsx";

const FAILED = "The note could not be saved. Please try again.";

/** The owner's own note about an order. Somebody else's newer note is shown before it is overwritten. */
export function InternalNote({ order: { _id, internalNote = "" } }: { order: Order }) {
  const { revalidate } = useRevalidator();
  const [saved, setSaved] = useState(internalNote);
  const [conflict, setConflict] = useState<{ note: string }>();
  const input = useRef<HTMLTextAreaElement>(null);
  const typed = () => input.current?.value ?? "";
  const closeConflict = useCallback(() => setConflict(undefined), []);
  useUnsavedGuard(() => typed().trim() !== saved);

  function takeSaved(note: string) {
    setConflict(undefined);
    setSaved(note);
    input.current!.value = note;
  }

  async function save(noteWas: string) {
    const note = typed();
    const now = await browserApi.call("PUT /api/orders/:id/internal-note", {
      params: { id: _id },
      body: { note, noteWas },
    });
    setConflict(undefined);
    setSaved(now.internalNote ?? "");
    // Shows the server's trimmed text, unless more was typed during the save.
    if (input.current?.value === note) input.current.value = now.internalNote ?? "";
    toast("Note saved");
    await revalidate();
  }

  const form = useForm({
    send: () => save(saved),
    fail(refusal, error) {
      if (refusal?.code === "changed_meanwhile") {
        setConflict((refusal.problem as ChangedMeanwhile<{ note: string }>).current);
        return "";
      }
      return hasFields(refusal) ? "" : errorMessage(error, FAILED);
    },
  });

  const overwrite = () =>
    save(conflict!.note).catch((error: unknown) => toast(errorMessage(error, FAILED), { tone: "bad" }));

  const text = useFieldText({
    label: "Internal note",
    error: form.errors.note,
    hint: "Only owners see this. The buyer gets it with a copy of their data, and it is deleted with the account.",
  });
  return (
    <form aria-label="Internal note" {...form.attributes} className="order-card">
      <h2 className="text-title">
        <label htmlFor={text.attributes.id}>Internal note</label>
      </h2>
      <textarea
        ref={input}
        name="note"
        rows={3}
        maxLength={MAX_INTERNAL_NOTE_LENGTH}
        defaultValue={saved}
        {...text.attributes}
        className={classes(control, "py-3")}
      />
      {text.note}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <AdminButton type="submit" disabled={form.isSending}>
          {form.isSending ? "Saving…" : "Save note"}
        </AdminButton>
        <p role="alert" className="font-medium text-rose empty:hidden">
          {form.error}
        </p>
      </div>
      <ConflictDialog
        noun="note"
        conflict={
          conflict && { current: conflict, differences: [{ label: "Note", mine: typed(), saved: conflict.note }] }
        }
        myImages={[]}
        theirImages={[]}
        onDiscard={() => conflict && takeSaved(conflict.note)}
        onOverwrite={overwrite}
        onClose={closeConflict}
      />
    </form>
  );
}
