import { useState } from "react";
import type { OrderStatus } from "../../../contracts/order-states.ts";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../lib/toast.ts";
import { AdminButton } from "../layout/admin-button.tsx";

/** The orders of one status, or all, as a file for a spreadsheet. */
export function ExportOrders({ status }: { status: OrderStatus | undefined }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveFile(status ? `/api/orders.csv?status=${status}` : "/api/orders.csv", "orders.csv");
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
