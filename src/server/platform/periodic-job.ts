import type { Log } from "./log.ts";
import { errorMessage } from "./log.ts";

interface PeriodicJob {
  name: string;
  everyMs: number;
  work(signal: AbortSignal): Promise<void>;
  log: Pick<Log, "warn">;
}

/** Runs its work at the start, every `everyMs` and when woken, never concurrently. `stop` waits for the current run. */
export function createPeriodicJob({ name, everyMs, work, log }: PeriodicJob) {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWoken = false;
  let endPause = () => {};

  function pause() {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, everyMs);
    endPause = resolve;
    if (isWoken || stopping.signal.aborted) resolve();
    return promise.finally(() => clearTimeout(timer));
  }

  async function run() {
    while (!stopping.signal.aborted) {
      isWoken = false;
      await work(stopping.signal).catch((error: unknown) => {
        log.warn({ job: name, reason: errorMessage(error) }, "a periodic job failed and will run again");
      });
      await pause();
    }
  }

  const wake = () => {
    isWoken = true;
    endPause();
  };

  return {
    wake,
    start() {
      running ??= run();
    },
    async stop() {
      stopping.abort();
      wake();
      await running;
    },
  };
}
