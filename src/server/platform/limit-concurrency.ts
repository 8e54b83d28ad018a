import { tooMany, unavailable } from "./http/errors.ts";

interface Limits {
  concurrency: number;
  maxQueued: number;
  /** How many tasks of one client may wait; further ones answer 429. */
  maxQueuedPerClient?: number;
}

/**
 * Runs costly work with bounded concurrency and a bounded queue; a full queue answers 503.
 * The queue is round-robin over the clients, so that a flood from one client does not delay the others.
 */
export function limitConcurrency({ concurrency, maxQueued, maxQueuedPerClient = maxQueued }: Limits) {
  let running = 0;
  let queued = 0;
  /** Queues by client, in round-robin order. Never contains an empty queue. */
  const queues = new Map<string, (() => void)[]>();

  function enqueue(client: string) {
    const queue = queues.get(client) ?? [];
    if (queued >= maxQueued) throw unavailable();
    if (queue.length >= maxQueuedPerClient) throw tooMany(1);
    queues.set(client, queue);
    queued += 1;
    return new Promise<void>((start) => queue.push(start));
  }

  function startNext() {
    const [turn] = queues;
    if (!turn) return false;
    const [client, queue] = turn;
    const start = queue.shift()!;
    queued -= 1;
    queues.delete(client);
    if (queue.length > 0) queues.set(client, queue);
    start();
    return true;
  }

  return async <T>(work: () => Promise<T>, client = "") => {
    if (running < concurrency) running += 1;
    else await enqueue(client);
    try {
      return await work();
    } finally {
      if (!startNext()) running -= 1;
    }
  };
}
