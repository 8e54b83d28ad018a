import { useCallback, useState } from "react";
import { toast } from "../../lib/toast.ts";
import { reasonOr } from "../layout/reason-or.ts";
import { type Kind, type RecordOf, type Resource, titleCase } from "./resource.ts";
import { callsOf } from "./resource-calls.ts";

/** Deleting a record: asked first, then done, then told. */
export function useRemoval<K extends Kind>({ kind, noun }: Resource<K>, onRemoved: (id: string) => void) {
  const [chosen, setChosen] = useState<RecordOf<K>>();
  const close = useCallback(() => setChosen(undefined), []);

  async function confirm() {
    if (!chosen) return;
    // Closed first: the dialog gives its place in the history back before the screen may go elsewhere.
    close();
    try {
      await callsOf(kind).remove(chosen._id);
      toast(`🗑️ ${titleCase(noun)} deleted successfully`);
      onRemoved(chosen._id);
    } catch (error) {
      toast(reasonOr(error, "❌ Failed to delete"), { tone: "bad" });
    }
  }

  return { chosen, choose: setChosen, confirm, close };
}
