import { useState } from "react";
import { useRevalidator } from "react-router";
import type { ImportNews, ImportResult } from "../../../contracts/catalogue/csv.ts";
import { ApiError, problemIn } from "../../lib/api.ts";
import { asLoggedIn } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { SmallButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, FormError } from "../../ui/field.tsx";
import { ExportButton } from "../layout/export-button.tsx";
import { countOf, formatCount } from "../layout/labels.ts";

export function CsvButtons() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <ExportButton url="/api/products.csv" what="products" failed="❌ The products could not be exported" />
      <SmallButton onClick={() => setOpen(true)} aria-haspopup="dialog">
        Import CSV
      </SmallButton>
      <Dialog open={isOpen} onClose={close} title="Import products" look="choice">
        {isOpen && <ImportForm onClose={close} />}
      </Dialog>
    </>
  );
}

const formatRows = (rows: number) => countOf(rows, "row", "rows");

function ImportForm({ onClose }: { onClose: () => void }) {
  const { file, result, progress, reason, choose, save } = useImport(onClose);
  const changes = result ? result.creates + result.updates : 0;
  const isBusy = progress !== undefined;
  return (
    <div className="wide-choice overflow-y-auto px-5 pb-5 [&_input]:py-2.5">
      <p className="mb-4 text-small text-ink-soft">
        A CSV file with the columns of the export. A row with an _id updates that product, one without makes a new one.
        Pictures stay as they are.
      </p>
      <Field
        label="CSV file"
        type="file"
        accept=".csv,text/csv"
        required
        disabled={isBusy}
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
      <FormError className="mt-3">{reason}</FormError>
      {isBusy && (
        <label className="mt-4 block text-small">
          {Math.round(progress * 100)} % of {file?.name}
          <progress max={100} value={progress * 100} className="mt-1 block h-2 w-full accent-saffron-edge" />
        </label>
      )}
      {result && !isBusy && <ImportSummary result={result} />}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <SmallButton onClick={onClose}>Cancel</SmallButton>
        <SmallButton look="accent" disabled={isBusy || changes === 0 || result!.errorCount > 0} onClick={save}>
          {changes > 0 && result?.errorCount === 0 ? `Import ${formatRows(changes)}` : "Import"}
        </SmallButton>
      </div>
    </div>
  );
}

function ImportSummary({ result }: { result: ImportResult }) {
  const counts = [
    ["Rows", result.rows],
    ["New", result.creates],
    ["Changed", result.updates],
    ["As they are", result.unchanged],
    ["Errors", result.errorCount],
  ] as const;
  return (
    <div role="status" className="mt-4">
      <dl className="grid grid-cols-3 gap-2 sm:grid-cols-5">
        {counts.map(([name, value]) => (
          <div key={name} className="rounded-control border border-line bg-ivory px-3 py-1.5">
            <dt className="text-small text-ink-soft">{name}</dt>
            <dd className="font-semibold">{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      {result.errorCount > 0 && (
        <>
          <p className="mt-4 font-medium text-rose">
            Nothing can be imported until {result.errorCount === 1 ? "this is" : "these are"} put right in the file:
          </p>
          <ul aria-label="Errors in the file" className="mt-2 grid gap-1 text-small">
            {result.errors.map(({ line, field, message }) => (
              <li key={`${line} ${field} ${message}`}>
                <strong className="font-semibold">Line {line}:</strong> {message}
              </li>
            ))}
          </ul>
          {result.errorCount > result.errors.length && (
            <p className="mt-2 text-small text-ink-soft">
              and {formatCount(result.errorCount - result.errors.length)} more.
            </p>
          )}
        </>
      )}
    </div>
  );
}

const FAILED = "❌ The file could not be imported. Nothing was changed.";

function useImport(onDone: () => void) {
  const { revalidate } = useRevalidator();
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState<ImportResult>();
  const [progress, setProgress] = useState<number>();
  const [reason, setReason] = useState("");

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
async function sendImport({ file, mode, onProgress }: ImportRequest): Promise<ImportResult> {
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
