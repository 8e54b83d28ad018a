import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Expert } from "../../../contracts/catalogue/expert.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { quickSave } from "../resource/resource-calls.ts";

/** Optimistic update: the switch changes at once and is rolled back when saving fails. */
export function StatusSwitch({ expert }: { expert: Expert }) {
  const { revalidate } = useRevalidator();
  const [wanted, setWanted] = useState<Expert["status"]>();
  const status = wanted ?? expert.status;

  const next = status === "online" ? "offline" : "online";

  async function toggle() {
    setWanted(next);
    try {
      await quickSave("experts", expert, { status: next });
      toast("✅ Expert updated successfully");
    } catch (error) {
      toast(errorMessage(error, "❌ Operation failed"), { tone: "bad" });
    }
    // Also after a failure: somebody else may have saved first.
    await revalidate();
    setWanted(undefined);
  }

  return (
    <button type="button" disabled={wanted !== undefined} onClick={toggle} className="status-switch">
      <Badge tone={status === "online" ? "sage" : "sand"}>{status}</Badge>
      <span className="sr-only">
        , set {expert.name} {next}
      </span>
    </button>
  );
}
