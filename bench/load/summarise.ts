import type { Measured } from "./measured.ts";

const atShare = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

export function summarise({ latencies, failed, seconds }: { latencies: number[]; failed: number; seconds: number }) {
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    perSecond: sorted.length / seconds,
    requests: sorted.length,
    p50Ms: atShare(sorted, 0.5),
    p99Ms: atShare(sorted, 0.99),
    failed,
  } satisfies Measured;
}

export const median = (values: number[]) =>
  atShare(
    values.toSorted((a, b) => a - b),
    0.5,
  );
