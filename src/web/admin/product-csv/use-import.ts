import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { ImportResult } from "../../../contracts/csv.ts";
import { toast } from "../../lib/toast.ts";
import { reasonOr } from "../layout/reason-or.ts";
import { importProducts } from "./import-products.ts";

const FAILED = "❌ The file could not be imported. Nothing was changed.";

/** The steps of an import: a file is chosen and looked through; then it is saved whole, or not at all. */
export function useImport(open: boolean, onDone: () => void) {
  const { revalidate } = useRevalidator();
  const [file, setFile] = useState<File>();
  const [found, setFound] = useState<ImportResult>();
  const [share, setShare] = useState<number>();
  const [reason, setReason] = useState("");

  useEffect(() => {
    if (open) return;
    setFile(undefined);
    setFound(undefined);
    setReason("");
  }, [open]);

  async function work(chosen: File, mode: "preview" | "save") {
    setReason("");
    setShare(0);
    try {
      return await importProducts({ file: chosen, mode, onProgress: setShare });
    } catch (error) {
      setReason(reasonOr(error, FAILED));
    } finally {
      setShare(undefined);
    }
  }

  async function choose(chosen: File | undefined) {
    setFile(chosen);
    setFound(undefined);
    if (chosen) setFound(await work(chosen, "preview"));
  }

  async function save() {
    const result = file && (await work(file, "save"));
    if (!result) return;
    // Meanwhile the shop may have changed so that the file no longer fits.
    if (!result.saved) return setFound(result);
    toast(`✅ Imported: ${result.creates} created, ${result.updates} updated`);
    onDone();
    revalidate();
  }

  return { file, found, share, reason, choose, save };
}
