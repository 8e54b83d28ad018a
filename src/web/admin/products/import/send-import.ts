import type { ImportNews, ImportResult } from "../../../../contracts/catalogue/csv.ts";
import { ApiError, problemIn } from "../../../lib/api.ts";
import { asLoggedIn } from "../../../lib/browser-api.ts";

const send = asLoggedIn((url, request) => fetch(url, request));

/** Yields the lines of a streamed text. */
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
