import { unavailable } from "./http/errors.ts";

interface Limits {
  concurrency: number;
  maxQueued: number;
}

/** Runs costly work with bounded concurrency and a bounded queue; a full queue answers 503. */
export function limitConcurrency({ concurrency, maxQueued }: Limits) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>) => {
    if (running < concurrency) running += 1;
    else if (queue.length >= maxQueued) throw unavailable();
    else await new Promise<void>((start) => queue.push(start));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
