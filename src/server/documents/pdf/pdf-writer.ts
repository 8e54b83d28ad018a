import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { limitConcurrency } from "../../platform/limit-concurrency.ts";
import type { Log } from "../../platform/log.ts";
import type { PdfInput } from "./write-pdf.ts";

const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 };

/** Writes PDFs one after the other in a worker thread, which ends when there is nothing to write. */
export function createPdfWriter(options: { log?: Log; workerFile?: URL; limitMs?: number; idleMs?: number } = {}) {
  const { log, workerFile = new URL("./pdf-worker.ts", import.meta.url), limitMs = 10_000, idleMs = 30_000 } = options;
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  const oneAtATime = limitConcurrency({ concurrency: 1, maxQueued: Number.POSITIVE_INFINITY });
  let isClosed = false;

  function start() {
    const started = new Worker(workerFile, { resourceLimits });
    started.unref();
    // `once` below rejects at an error. A worker that ends by itself is one too.
    started.on("exit", () => started.emit("error", new Error("The PDF worker ended.")));
    return started.on("error", (error) => {
      if (worker === started) log?.error({ err: error }, "The PDF worker crashed");
      if (worker === started) worker = undefined;
    });
  }

  async function stop() {
    clearTimeout(idleTimer);
    const stopped = worker;
    worker = undefined;
    await stopped?.terminate();
  }

  async function writeNow(input: PdfInput) {
    try {
      if (isClosed) throw new Error("The PDF writer is closed.");
      clearTimeout(idleTimer);
      worker ??= start();
      worker.postMessage(input);
      const [pdf] = await once(worker, "message", { signal: AbortSignal.timeout(limitMs) });
      idleTimer = setTimeout(stop, idleMs).unref();
      return Buffer.from(pdf as Uint8Array);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  return {
    write: (input: PdfInput) => oneAtATime(() => writeNow(input)),
    close() {
      isClosed = true;
      return stop();
    },
  };
}
export type PdfWriter = ReturnType<typeof createPdfWriter>;
