import { type Cell, round, type Table } from "./findings.ts";
import { putLoad } from "./load/load.ts";
import type { Load, Measured } from "./load/measured.ts";
import { median } from "./load/summarise.ts";
import { cpuMsOf, shopProcesses } from "./processes.ts";

export interface Target {
  name: string;
  paths: string[];
  headers?: Record<string, string>;
  /** The response size. With it, a bare server that sends as many bytes is measured too. */
  bytes?: number;
  /** Warm-up before the measurement, so that the JIT has optimised the code. */
  warmUpSeconds?: number;
}

interface Server {
  port: number;
  pid: number;
}

interface Sample extends Measured {
  cpuMs: number | undefined;
}

/** The shortest duration that wrk takes. */
const SECONDS = 1;
const WARM_UP_SECONDS = 2;

async function sample(server: Server, load: Omit<Load, "port">): Promise<Sample> {
  const pids = shopProcesses(server.pid);
  const before = cpuMsOf(pids);
  const measured = await putLoad({ port: server.port, ...load });
  const after = cpuMsOf(pids);
  const cpuMs = before === undefined || after === undefined ? undefined : (after - before) / measured.requests;
  return { ...measured, cpuMs };
}

const medianOf = (samples: Sample[], figure: (one: Sample) => number) => median(samples.map(figure));

function toRow(name: string, samples: Sample[], share?: number, ofSameSize?: number): Cell[] {
  const cpu = samples.map(({ cpuMs }) => cpuMs).filter((ms) => ms !== undefined);
  return [
    name,
    Math.round(medianOf(samples, (one) => one.perSecond)),
    round(medianOf(samples, (one) => one.p50Ms)),
    round(medianOf(samples, (one) => one.p99Ms)),
    cpu.length > 0 ? round(median(cpu)) : undefined,
    share && round(share),
    ofSameSize && round(ofSameSize),
    samples.reduce((sum, { failed }) => sum + failed, 0),
  ];
}

/**
 * Interleaves the targets with the bare server, so that other load on the machine slows both.
 * A share (throughput relative to the bare server) is the median over the rounds.
 */
export async function compareWithBare(title: string, shop: Server, bare: Server, targets: Target[], rounds: number) {
  await putLoad({ port: bare.port, paths: ["/"], seconds: WARM_UP_SECONDS });
  for (const { paths, headers, warmUpSeconds = WARM_UP_SECONDS } of targets)
    await putLoad({ port: shop.port, paths, headers, seconds: warmUpSeconds });

  const bareSamples: Sample[] = [];
  const results = targets.map((target) => ({
    target,
    samples: [] as Sample[],
    shares: [] as number[],
    ofSameSize: [] as number[],
  }));
  for (let turn = 0; turn < rounds; turn++) {
    let baseline: Sample | undefined;
    for (const [index, { target, samples, shares, ofSameSize }] of results.entries()) {
      if (index % 2 === 0 || !baseline) {
        baseline = await sample(bare, { paths: ["/"], seconds: SECONDS });
        bareSamples.push(baseline);
      }
      const sampled = await sample(shop, {
        paths: rotate(target.paths, turn),
        headers: target.headers,
        seconds: SECONDS,
      });
      samples.push(sampled);
      shares.push(sampled.perSecond / baseline.perSecond);
      if (target.bytes === undefined || turn > 0) continue;
      const same = await sample(bare, { paths: [`/?bytes=${target.bytes}`], seconds: SECONDS });
      ofSameSize.push(sampled.perSecond / same.perSecond);
    }
  }
  const table: Table = {
    title,
    columns: ["", "req/s", "p50 ms", "p99 ms", "CPU ms/req", "share of bare", "of bare, same size", "failed"],
    rows: [
      toRow("bare node:http, 5 kB", bareSamples, 1),
      ...results.map(({ target, samples, shares, ofSameSize }) =>
        toRow(target.name, samples, median(shares), ofSameSize.length > 0 ? median(ofSameSize) : undefined),
      ),
    ],
    note: `wrk, 20 connections, ${rounds} rounds of ${SECONDS} s each, bare node:http before every second target`,
  };
  const shareOf = (name: string) => median(results.find(({ target }) => target.name === name)!.shares);
  return { table, shareOf };
}

/** Every round starts at another path, so that no path is requested twice. */
const rotate = (paths: string[], turn: number) => {
  const from = Math.floor((paths.length / 8) * turn);
  return [...paths.slice(from), ...paths.slice(0, from)];
};
