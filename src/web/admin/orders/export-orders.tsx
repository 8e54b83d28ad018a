import { useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../lib/toast.ts";
import { AdminButton } from "../layout/admin-button.tsx";
import type { OrderView } from "./order-view.ts";

/** The orders that are shown, on whatever page, as a file for a spreadsheet. */
export function ExportOrders({ status, q }: Pick<OrderView, "status" | "q">) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const chosen = new URLSearchParams({ ...(status && { status }), ...(q && { q }) });
      await saveFile(`/api/orders.csv?${chosen}`, "orders.csv");
    } catch {
      toast("The orders could not be exported. Please try again.", { tone: "bad" });
    }
    setBusy(false);
  };
  return (
    <AdminButton onClick={save} disabled={isBusy}>
      {isBusy ? "Exporting…" : "Export CSV"}
    </AdminButton>
  );
}
