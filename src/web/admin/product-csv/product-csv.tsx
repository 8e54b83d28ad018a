import { useCallback, useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../lib/toast.ts";
import { AdminButton } from "../layout/admin-button.tsx";
import { ImportDialog } from "./import-dialog.tsx";

/** Products as a file: out of the shop, and into it. */
export function ProductCsv() {
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const close = useCallback(() => setOpen(false), []);

  async function save() {
    setSaving(true);
    await saveFile("/api/products.csv", "products.csv").catch(() =>
      toast("❌ The products could not be exported", { tone: "bad" }),
    );
    setSaving(false);
  }

  return (
    <>
      <AdminButton onClick={save} disabled={isSaving}>
        {isSaving ? "Exporting…" : "Export CSV"}
      </AdminButton>
      <AdminButton onClick={() => setOpen(true)} aria-haspopup="dialog">
        Import CSV
      </AdminButton>
      <ImportDialog open={isOpen} onClose={close} />
    </>
  );
}
