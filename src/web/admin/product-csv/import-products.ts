import type { ImportNews, ImportResult } from "../../../contracts/csv.ts";
import { ApiError, problemIn } from "../../lib/api.ts";
import { asLoggedIn } from "../../lib/browser-api.ts";

const send = asLoggedIn((url, request) => fetch(url, request));

/** The lines of a text that is still arriving. */
async function* linesOf(body: ReadableStream<Uint8Array>) {
  let rest = "";
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

interface Import {
  file: File;
  mode: "preview" | "save";
  onProgress: (share: number) => void;
}

/** Looks a file of products through, or takes it into the shop, telling how far it is. */
export async function importProducts({ file, mode, onProgress }: Import): Promise<ImportResult> {
  const form = new FormData();
  form.set("mode", mode);
  form.set("file", file);
  const headers = { accept: "application/x-ndjson" };
  const reply = await send({ method: "POST", url: "/api/products/import", headers, body: form });
  if (!reply.ok) throw new ApiError(reply.status, await problemIn(reply));
  for await (const line of linesOf(reply.body!)) {
    if (!line) continue;
    const news = JSON.parse(line) as ImportNews;
    if ("result" in news) return news.result;
    if ("problem" in news) throw new ApiError(reply.status, news.problem);
    onProgress(news.total > 0 ? news.done / news.total : 1);
  }
  throw new Error("The answer ended early.");
}
