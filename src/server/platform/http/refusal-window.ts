export const WINDOW_SECONDS = 5;
/** A short burst is not an outage: refusals must occur in at least this many seconds of the window. */
const MIN_SECONDS = 3;

interface Second {
  at: number;
  served: number;
  refused: number;
}

/** Counts admitted and refused requests over the last seconds. `now` is in milliseconds. */
export function createRefusalWindow(now: () => number) {
  const seconds: Second[] = [];

  function recent() {
    const oldest = Math.floor(now() / 1000) - WINDOW_SECONDS + 1;
    while (seconds[0] && seconds[0].at < oldest) seconds.shift();
    return seconds;
  }

  function count(outcome: "served" | "refused") {
    const at = Math.floor(now() / 1000);
    const last = recent().at(-1);
    if (last?.at === at) last[outcome] += 1;
    else seconds.push({ at, served: 0, refused: 0, [outcome]: 1 });
  }

  return {
    count,
    /** True while most requests in the window are refused, in at least `MIN_SECONDS` of its seconds. */
    isRefusing() {
      const counted = recent();
      const sum = (outcome: "served" | "refused") => counted.reduce((total, second) => total + second[outcome], 0);
      return counted.filter(({ refused }) => refused > 0).length >= MIN_SECONDS && sum("refused") > sum("served");
    },
  };
}
