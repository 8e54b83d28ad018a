import { tooMany, unavailable } from "./http/errors.ts";

interface Limits {
  concurrency: number;
  maxQueued: number;
  /** How many tasks of one client may wait; further ones answer 429. */
  maxQueuedPerClient?: number;
  /** How many tasks of one client run at a time; further ones wait although there is room. */
  maxRunningPerClient?: number;
}

/**
 * Runs costly work with bounded concurrency and a bounded queue; a full queue answers 503.
 * The queue is round-robin over the clients, so that a flood from one client does not delay the others.
 */
export function limitConcurrency({
  concurrency,
  maxQueued,
  maxQueuedPerClient = maxQueued,
  maxRunningPerClient = concurrency,
}: Limits) {
  let running = 0;
  let queued = 0;
  const runningOf = new Map<string, number>();
  /** Queues by client, in round-robin order. Never contains an empty queue. */
  const queues = new Map<string, (() => void)[]>();

  const hasRoom = (client: string) => running < concurrency && (runningOf.get(client) ?? 0) < maxRunningPerClient;

  function count(client: string, change: 1 | -1) {
    const ofClient = (runningOf.get(client) ?? 0) + change;
    running += change;
    if (ofClient > 0) runningOf.set(client, ofClient);
    else runningOf.delete(client);
  }

  function enqueue(client: string) {
    const queue = queues.get(client) ?? [];
    if (queued >= maxQueued) throw unavailable();
    if (queue.length >= maxQueuedPerClient) throw tooMany(1);
    queues.set(client, queue);
    queued += 1;
    return new Promise<void>((start) => queue.push(start));
  }

  function startNext() {
    const turn = [...queues].find(([client]) => hasRoom(client));
    if (!turn) return;
    const [client, queue] = turn;
    const start = queue.shift()!;
    queued -= 1;
    queues.delete(client);
    if (queue.length > 0) queues.set(client, queue);
    count(client, 1);
    start();
  }

  return async <T>(work: () => Promise<T>, client = "") => {
    if (hasRoom(client)) count(client, 1);
    else await enqueue(client);
    try {
      return await work();
    } finally {
      count(client, -1);
      startNext();
    }
  };
}
