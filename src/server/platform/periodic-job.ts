import { errorMessage } from "./error-message.ts";

interface WorkerDeps {
  /** What it does, for the log. */
  name: string;
  /** What is due later, or became due while nobody could tell, is found by looking this often. */
  everyMs: number;
  work(signal: AbortSignal): Promise<void>;
  log: { warn(details: object, message: string): void };
}

/** Does its work when started, when woken and every so often, never twice at a time; stopping waits for the piece in hand. */
export function createPeriodicJob({ name, everyMs, work, log }: WorkerDeps) {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWoken = false;
  let wakeUp = () => {};

  function rest() {
    const woken = Promise.withResolvers<void>();
    const timer = setTimeout(woken.resolve, everyMs);
    wakeUp = woken.resolve;
    if (isWoken || stopping.signal.aborted) woken.resolve();
    return woken.promise.finally(() => clearTimeout(timer));
  }

  async function run() {
    while (!stopping.signal.aborted) {
      isWoken = false;
      await work(stopping.signal).catch((error: unknown) => {
        log.warn({ worker: name, reason: errorMessage(error) }, "this work has to wait");
      });
      await rest();
    }
  }

  const wake = () => {
    isWoken = true;
    wakeUp();
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
