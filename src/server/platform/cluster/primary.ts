import cluster, { type Worker } from "node:cluster";
import type { Sample } from "../http/metrics.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;
/** A worker that lived this long did not die of how it was started. */
const LONG_LIFE_MS = 30_000;
const CLOSE_PATIENCE_MS = 15_000;
const GATHER_PATIENCE_MS = 1_000;

interface GroupOptions<Opening> {
  /** What a worker runs. */
  file: string;
  size: number;
  opening: Opening & { port: number };
  log: { warn(details: object, message: string): void };
}

/** A worker could not be opened; the message is what it said about that. */
export class WorkerError extends Error {}

/** Runs processes that share one port, starts again those that end, and carries questions between them. */
export function forkWorkers<Opening extends object>({ file, size, opening, log }: GroupOptions<Opening>) {
  cluster.setupPrimary({ exec: file, args: [] });
  const opened = Promise.withResolvers<{ port: number }>();
  const running = new Map<Worker, number>();
  const gatherings = new Map<string, (worker: Worker, samples: Sample[]) => void>();
  const timers = new Set<NodeJS.Timeout>();
  let { port } = opening;
  let listening = 0;
  let isClosing = false;

  const send = (worker: Worker, message: ToWorker<Opening>) => {
    if (worker.isConnected()) worker.send(message, () => {});
  };

  /** Asks every worker and answers the one who wanted to know; one that is too busy to answer is left out. */
  function gather(asker: Worker, question: string) {
    const answers: Sample[] = [];
    const missing = new Set(running.keys());
    const finish = () => {
      clearTimeout(timer);
      gatherings.delete(question);
      send(asker, { say: "gathered", question, samples: answers });
    };
    const timer = setTimeout(finish, GATHER_PATIENCE_MS);
    gatherings.set(question, (worker, samples) => {
      const place = `${running.get(worker)}`;
      answers.push(...samples.map((sample) => ({ ...sample, labels: { ...sample.labels, worker: place } })));
      missing.delete(worker);
      if (missing.size === 0) finish();
    });
    for (const worker of missing) send(worker, { say: "tell", question });
  }

  function start(place: number, wait: number) {
    const worker = cluster.fork();
    const bornAt = Date.now();
    let reason: string | undefined;
    running.set(worker, place);
    send(worker, { say: "open", opening: { ...opening, port } });
    worker.on("message", (message: FromWorker) => {
      if (message.say === "failed") reason = message.reason;
      else if (message.say === "gather") gather(worker, message.question);
      else gatherings.get(message.question)?.(worker, message.samples);
    });
    worker.once("listening", (address) => {
      // The system may have chosen the port; whoever comes later takes the same.
      port = address.port;
      listening += 1;
      if (listening === size) opened.resolve({ port });
    });
    worker.once("exit", (code, signal) => {
      running.delete(worker);
      if (isClosing) return;
      if (listening < size) return opened.reject(new WorkerError(reason ?? `A worker ended with ${signal ?? code}.`));
      const pause = Date.now() - bornAt > LONG_LIFE_MS ? FIRST_WAIT_MS : wait;
      log.warn({ worker: place, code, signal, reason }, "a worker ended and is started again");
      const timer = setTimeout(() => {
        timers.delete(timer);
        start(place, Math.min(pause * 2, LONGEST_WAIT_MS));
      }, pause);
      timers.add(timer);
    });
  }

  for (let place = 1; place <= size; place += 1) start(place, FIRST_WAIT_MS);

  return {
    /** The port on which all of them listen. */
    opened: opened.promise,
    /** Lets each finish what it has in hand. */
    async close() {
      isClosing = true;
      for (const timer of timers) clearTimeout(timer);
      const ends = [...running.keys()].map((worker) => new Promise((resolve) => worker.once("exit", resolve)));
      for (const worker of running.keys()) send(worker, { say: "close" });
      const impatience = setTimeout(() => {
        for (const worker of running.keys()) worker.process.kill("SIGKILL");
      }, CLOSE_PATIENCE_MS);
      await Promise.all(ends);
      clearTimeout(impatience);
    },
  };
}
