import { useState } from "react";
import { listUrl } from "../../lib/list-view.ts";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../lib/toast.ts";
import { SmallButton } from "../../ui/small-button.tsx";
import type { OrderView } from "./order-view.ts";

/** Downloads all orders that match the current filter, not only the current page. */
export function ExportOrders({ view: { status, q, task, from, to } }: { view: OrderView }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveFile(listUrl("/api/orders.csv", { status, q, task, from, to }), "orders.csv");
    } catch {
      toast("The orders could not be exported. Please try again.", { tone: "bad" });
    }
    setBusy(false);
  };
  return (
    <SmallButton onClick={save} disabled={isBusy}>
      {isBusy ? "Exporting…" : "Export CSV"}
    </SmallButton>
  );
}
