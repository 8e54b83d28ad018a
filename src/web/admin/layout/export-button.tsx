import { useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../lib/toast.ts";
import { AdminButton } from "./admin-button.tsx";

interface ExportButtonProps {
  /** The call that answers with a CSV file, with its query. */
  url: string;
  /** The plural in the message of a failure: `customers`. */
  what: string;
}

/** Downloads all that matches the current view as a CSV file, not only the current page. */
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
