/** What is due later, or was announced while nobody could hear it, is found by looking. */
const LOOK_MS = 5_000;

interface WorkerDeps {
  work(signal: AbortSignal): Promise<void>;
  log: { warn(details: object, message: string): void };
}

/** Does its work when woken and every few seconds, never twice at a time; stopping waits for the piece in hand. */
export function createWorker({ work, log }: WorkerDeps) {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWoken = false;
  let wakeUp = () => {};

  function rest() {
    const woken = Promise.withResolvers<void>();
    const timer = setTimeout(woken.resolve, LOOK_MS);
    wakeUp = woken.resolve;
    if (isWoken || stopping.signal.aborted) woken.resolve();
    return woken.promise.finally(() => clearTimeout(timer));
  }

  async function run() {
    while (!stopping.signal.aborted) {
      isWoken = false;
      await work(stopping.signal).catch((error: Error) => {
        const { message } = error.cause instanceof Error ? error.cause : error;
        log.warn({ reason: message }, "the mail has to wait");
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
