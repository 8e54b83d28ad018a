import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { ImportResult } from "../../../../contracts/catalogue/csv.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { toast } from "../../../lib/toast.ts";
import { sendImport } from "./send-import.ts";

const FAILED = "❌ The file could not be imported. Nothing was changed.";

/** State of the import dialog: choose a file, preview it, save it. */
export function useImport(open: boolean, onDone: () => void) {
  const { revalidate } = useRevalidator();
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState<ImportResult>();
  const [progress, setProgress] = useState<number>();
  const [reason, setReason] = useState("");

  useEffect(() => {
    if (open) return;
    setFile(undefined);
    setResult(undefined);
    setReason("");
  }, [open]);

  async function run(chosen: File, mode: "preview" | "save") {
    setReason("");
    setProgress(0);
    try {
      return await sendImport({ file: chosen, mode, onProgress: setProgress });
    } catch (error) {
      setReason(errorMessage(error, FAILED));
    } finally {
      setProgress(undefined);
    }
  }

  async function choose(chosen: File | undefined) {
    setFile(chosen);
    setResult(undefined);
    if (chosen) setResult(await run(chosen, "preview"));
  }

  async function save() {
    const outcome = file && (await run(file, "save"));
    if (!outcome) return;
    // The products may have changed since the preview: show the new errors.
    if (!outcome.saved) return setResult(outcome);
    toast(`✅ Imported: ${outcome.creates} created, ${outcome.updates} updated`);
    onDone();
    revalidate();
  }

  return { file, result, progress, reason, choose, save };
}
