import { type ComponentProps, useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";

/** Smaller than the shop's button, but still 44 px tall for touch. */
export const adminButton = "min-h-11 px-4 py-1.5";

export function AdminButton({ className, ...rest }: ComponentProps<typeof Button>) {
  return <Button {...rest} className={classes(adminButton, className)} />;
}

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
