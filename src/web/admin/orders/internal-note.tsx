import { useRevalidator } from "react-router";
import { MAX_INTERNAL_NOTE_LENGTH } from "../../../contracts/field-rules.ts";
import type { Order } from "../../../contracts/orders/order.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { toast } from "../../lib/toast.ts";
import { NotesForm } from "../layout/notes-form.tsx";

export function InternalNote({ order: { _id: id, internalNote = "" } }: { order: Order }) {
  const { revalidate } = useRevalidator();
  const savedIn = (note: string) => ({ text: note, base: note });
  return (
    <NotesForm
      name="Internal note"
      field="note"
      label="Internal note"
      isCard
      hint="Only owners see this. The buyer gets it with a copy of their data, and it is deleted with the account."
      rows={3}
      maxLength={MAX_INTERNAL_NOTE_LENGTH}
      action="Save note"
      failed="The note could not be saved. Please try again."
      initial={savedIn(internalNote)}
      savedIn={({ note }: { note: string }) => savedIn(note)}
      save={async (note, noteWas) => {
        const now = await browserApi.call("PUT /api/orders/:id/internal-note", {
          params: { id },
          body: { note, noteWas },
        });
        toast("Note saved");
        void revalidate();
        return savedIn(now.internalNote ?? "");
      }}
    />
  );
}
