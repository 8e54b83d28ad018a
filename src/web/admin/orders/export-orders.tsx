import { useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../lib/toast.ts";
import { AdminButton } from "../layout/admin-button.tsx";
import type { OrderView } from "./order-view.ts";

/** Downloads all orders that match the current filter, not only the current page. */
export function ExportOrders({ status, q }: Pick<OrderView, "status" | "q">) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const query = new URLSearchParams({ ...(status && { status }), ...(q && { q }) });
      await saveFile(`/api/orders.csv?${query}`, "orders.csv");
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
