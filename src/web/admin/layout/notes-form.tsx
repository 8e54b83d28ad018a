import { useRef, useState } from "react";
import type { ChangedMeanwhile } from "../../../contracts/error.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { useForm } from "../../lib/use-form.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { SmallButton } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { ConflictDialog, DifferenceTable } from "../../ui/conflict-dialog.tsx";
import { control, FormError, useFieldText } from "../../ui/field.tsx";

interface Saved<B> {
  text: string;
  /** What the next save sends, so that the server notices somebody else's save: a version or the text itself. */
  base: B;
  status?: string | null;
}

interface NotesFormProps<B, C> {
  name: string;
  field: string;
  label: string;
  isCard?: boolean;
  hint: string;
  rows: number;
  maxLength: number;
  action: string;
  failed: string;
  initial: Saved<B>;
  save: (text: string, base: B) => Promise<Saved<B>>;
  /** Reads the version that somebody else saved. */
  savedIn: (current: C) => Saved<B>;
}

/** The owner's notes about an order or a customer. Somebody else's newer text is shown before it is overwritten. */
export function NotesForm<B, C>({
  name,
  field,
  label,
  isCard = false,
  hint,
  rows,
  maxLength,
  action,
  failed,
  initial,
  save,
  savedIn,
}: NotesFormProps<B, C>) {
  const [saved, setSaved] = useState(initial);
  const [conflict, setConflict] = useState<Saved<B>>();
  const input = useRef<HTMLTextAreaElement>(null);
  const typed = () => input.current?.value ?? "";
  useUnsavedGuard(() => typed().trim() !== saved.text);

  function show(now: Saved<B>) {
    setConflict(undefined);
    setSaved(now);
    input.current!.value = now.text;
  }

  async function send(base: B) {
    const text = typed();
    const now = await save(text, base);
    setConflict(undefined);
    setSaved(now);
    // Shows the server's trimmed text, unless more was typed during the save.
    if (typed() === text) input.current!.value = now.text;
  }

  const form = useForm({
    send: () => send(saved.base),
    failed,
    fail(refusal) {
      if (refusal?.code !== "changed_meanwhile") return undefined;
      setConflict(savedIn((refusal.problem as ChangedMeanwhile<C>).current));
      return "";
    },
  });

  const text = useFieldText({ label, error: form.errors[field], hint });
  return (
    <>
      <form aria-label={name} {...form.attributes} className={isCard ? "order-card" : undefined}>
        {isCard ? (
          <h2 className="text-title">
            <label htmlFor={text.attributes.id}>{label}</label>
          </h2>
        ) : (
          text.label(true)
        )}
        <textarea
          ref={input}
          name={field}
          rows={rows}
          maxLength={maxLength}
          defaultValue={saved.text}
          {...text.attributes}
          className={classes(control, "py-3")}
        />
        {text.note}
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <SmallButton type="submit" look={isCard ? "quiet" : "accent"} disabled={form.isSending}>
            {form.isSending ? "Saving…" : action}
          </SmallButton>
          <FormError>{form.error}</FormError>
          <p role="status" className="text-small text-ink-soft empty:hidden">
            {!form.error && saved.status}
          </p>
        </div>
      </form>
      <ConflictDialog
        open={conflict !== undefined}
        title="This note was changed meanwhile"
        onTake={() => conflict && show(conflict)}
        onOverwrite={() =>
          send(conflict!.base).catch((error: unknown) => toast(errorMessage(error, failed), { tone: "bad" }))
        }
        onClose={() => setConflict(undefined)}
      >
        <DifferenceTable
          differences={conflict && [{ label: isCard ? "Note" : "Notes", mine: typed(), saved: conflict.text }]}
        />
      </ConflictDialog>
    </>
  );
}
