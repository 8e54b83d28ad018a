import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Log } from "../../platform/log.ts";
import type { PdfInput } from "./write-pdf.ts";

const OWN_WORKER = new URL("./pdf-worker.ts", import.meta.url);
const fail = (message: string) => () => Promise.reject(new Error(message));

/** Writes PDFs one after the other in a worker thread, which ends when there is nothing to write. */
export function createPdfWriter(options: { log?: Log; workerFile?: URL; limitMs?: number; idleMs?: number } = {}) {
  const { log, workerFile = OWN_WORKER, limitMs = 10_000, idleMs = 30_000 } = options;
  let worker: Worker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isClosed = false;

  function start() {
    const started = new Worker(workerFile);
    started.unref();
    started.on("error", (error) => log?.error({ err: error }, "The PDF worker crashed"));
    return started.on("exit", () => {
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
    if (isClosed) throw new Error("The PDF writer is closed.");
    clearTimeout(idleTimer);
    worker ??= start();
    const settled = new AbortController();
    const { signal } = settled;
    try {
      worker.postMessage(input);
      const [pdf] = await Promise.race([
        once(worker, "message", { signal }) as Promise<[Uint8Array]>,
        once(worker, "exit", { signal }).then(fail("The PDF worker ended.")),
        wait(limitMs, undefined, { signal }).then(fail("The PDF took too long.")),
      ]);
      idleTimer = setTimeout(stop, idleMs).unref();
      return Buffer.from(pdf);
    } catch (error) {
      await stop();
      throw error;
    } finally {
      settled.abort();
      waiting -= 1;
    }
  }

  return {
    get waiting() {
      return waiting;
    },
    write(input: PdfInput) {
      waiting += 1;
      const written = last.then(() => writeNow(input));
      last = written.catch(() => {});
      return written;
    },
    close() {
      isClosed = true;
      return stop();
    },
  };
}
