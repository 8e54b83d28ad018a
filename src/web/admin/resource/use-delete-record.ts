import { useCallback, useState } from "react";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { type AdminResource, capitalize, type Kind, type RecordOf } from "./admin-resource.ts";
import { resourceCalls } from "./resource-calls.ts";

/** State of the delete dialog: confirm, delete, show a toast. */
export function useDeleteRecord<K extends Kind>({ kind, noun }: AdminResource<K>, onDeleted: (id: string) => void) {
  const [chosen, setChosen] = useState<RecordOf<K>>();
  const close = useCallback(() => setChosen(undefined), []);

  async function confirm() {
    if (!chosen) return;
    // Close first: the dialog pops its history entry before `onDeleted` navigates.
    close();
    try {
      await resourceCalls(kind).remove(chosen._id);
      toast(`🗑️ ${capitalize(noun)} deleted successfully`);
      onDeleted(chosen._id);
    } catch (error) {
      toast(errorMessage(error, "❌ Failed to delete"), { tone: "bad" });
    }
  }

  return { chosen, choose: setChosen, confirm, close };
}
