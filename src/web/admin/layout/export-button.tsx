import { useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../lib/toast.ts";
import { AdminButton } from "./admin-button.tsx";

interface ExportButtonProps {
  /** The URL of the CSV file, with its query. */
  url: string;
  /** The plural for the error message: `customers`. */
  what: string;
}

/** Downloads all records of the current view as a CSV file, not only the current page. */
export function ExportButton({ url, what }: ExportButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await saveFile(url, `${what}.csv`).catch(() =>
      toast(`The ${what} could not be exported. Please try again.`, { tone: "bad" }),
    );
    setBusy(false);
  };
  return (
    <AdminButton onClick={save} disabled={isBusy}>
      {isBusy ? "Exporting…" : "Export CSV"}
    </AdminButton>
  );
}
