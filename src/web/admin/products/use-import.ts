import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { ImportNews, ImportResult } from "../../../contracts/catalogue/csv.ts";
import { ApiError, problemIn } from "../../lib/api.ts";
import { asLoggedIn } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";

const FAILED = "❌ The file could not be imported. Nothing was changed.";

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

const send = asLoggedIn((url, request) => fetch(url, request));

async function* readLines(body: ReadableStream<Uint8Array>) {
  let rest = "";
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

interface ImportRequest {
  file: File;
  mode: "preview" | "save";
  onProgress: (share: number) => void;
}

/** Previews or saves an import. Progress arrives as NDJSON lines. */
export async function sendImport({ file, mode, onProgress }: ImportRequest): Promise<ImportResult> {
  const form = new FormData();
  form.set("mode", mode);
  form.set("file", file);
  const headers = { accept: "application/x-ndjson" };
  const reply = await send({ method: "POST", url: "/api/products/import", headers, body: form });
  if (!reply.ok) throw new ApiError(reply.status, await problemIn(reply));
  for await (const line of readLines(reply.body!)) {
    if (!line) continue;
    const message = JSON.parse(line) as ImportNews;
    if ("result" in message) return message.result;
    if ("problem" in message) throw new ApiError(reply.status, message.problem);
    onProgress(message.total > 0 ? message.done / message.total : 1);
  }
  throw new Error("The answer ended early.");
}
