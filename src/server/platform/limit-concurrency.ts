import { unavailable } from "./http/errors.ts";

interface Line {
  atOnce: number;
  mostWaiting: number;
}

/** Lets few do costly work at a time. The others wait their turn, and whoever finds too many waiting is told to come again. */
export function limitConcurrency({ atOnce, mostWaiting }: Line) {
  let working = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>) => {
    if (working < atOnce) working += 1;
    else if (waiting.length >= mostWaiting) throw unavailable();
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  };
}
