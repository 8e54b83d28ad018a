import { useCallback, useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../lib/toast.ts";
import { AdminButton } from "../layout/admin-button.tsx";
import { ImportDialog } from "./import/import-dialog.tsx";

/** Export and import of all products as CSV. */
export function CsvButtons() {
  const [isOpen, setOpen] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const close = useCallback(() => setOpen(false), []);

  async function exportProducts() {
    setExporting(true);
    await saveFile("/api/products.csv", "products.csv").catch(() =>
      toast("❌ The products could not be exported", { tone: "bad" }),
    );
    setExporting(false);
  }

  return (
    <>
      <AdminButton onClick={exportProducts} disabled={isExporting}>
        {isExporting ? "Exporting…" : "Export CSV"}
      </AdminButton>
      <AdminButton onClick={() => setOpen(true)} aria-haspopup="dialog">
        Import CSV
      </AdminButton>
      <ImportDialog open={isOpen} onClose={close} />
    </>
  );
}
