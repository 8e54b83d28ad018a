import { type Cell, round, type Table } from "./findings.ts";
import { generator, type Load, type Measured, putLoad } from "./load/load.ts";
import { median } from "./load/summarise.ts";
import { cpuMsOf, shopProcesses } from "./processes.ts";

export interface Target {
  name: string;
  paths: string[];
  headers?: Record<string, string>;
  /** How long its body is; a bare server that sends as much is measured beside it. */
  bytes?: number;
}

interface Server {
  port: number;
  pid: number;
}

interface Sample extends Measured {
  cpuMs: number | undefined;
}

/** The shortest that wrk can do. */
const SECONDS = 1;

async function sample(server: Server, load: Omit<Load, "port">): Promise<Sample> {
  const pids = shopProcesses(server.pid);
  const before = cpuMsOf(pids);
  const measured = await putLoad({ port: server.port, ...load });
  const after = cpuMsOf(pids);
  const cpuMs = before === undefined || after === undefined ? undefined : (after - before) / measured.requests;
  return { ...measured, cpuMs };
}

const of = (samples: Sample[], figure: (one: Sample) => number) => median(samples.map(figure));

function rowOf(name: string, samples: Sample[], share?: number, ofSameSize?: number): Cell[] {
  const cpu = samples.map(({ cpuMs }) => cpuMs).filter((ms) => ms !== undefined);
  return [
    name,
    Math.round(of(samples, (one) => one.perSecond)),
    round(of(samples, (one) => one.p50Ms)),
    round(of(samples, (one) => one.p99Ms)),
    cpu.length > 0 ? round(median(cpu)) : undefined,
    share && round(share),
    ofSameSize && round(ofSameSize),
    samples.reduce((sum, { failed }) => sum + failed, 0),
  ];
}

/**
 * Measures targets and the bare server by turns, so that whatever else the machine does falls on both alike.
 * A share is the median of the turns' shares.
 */
export async function compareWithBare(title: string, shop: Server, bare: Server, targets: Target[], rounds: number) {
  // Twice, until the code that answers is compiled as well as it will be: a shop runs for weeks.
  for (const _time of [1, 2]) {
    await putLoad({ port: bare.port, paths: ["/"], seconds: SECONDS });
    for (const { paths, headers } of targets) await putLoad({ port: shop.port, paths, headers, seconds: SECONDS });
  }

  const bareSamples: Sample[] = [];
  const taken = targets.map((target) => ({
    target,
    samples: [] as Sample[],
    shares: [] as number[],
    ofSameSize: [] as number[],
  }));
  for (let turn = 0; turn < rounds; turn++) {
    let bareNow: Sample | undefined;
    for (const [place, { target, samples, shares, ofSameSize }] of taken.entries()) {
      if (place % 2 === 0 || !bareNow) {
        bareNow = await sample(bare, { paths: ["/"], seconds: SECONDS });
        bareSamples.push(bareNow);
      }
      const now = await sample(shop, { paths: turnOf(target.paths, turn), headers: target.headers, seconds: SECONDS });
      samples.push(now);
      shares.push(now.perSecond / bareNow.perSecond);
      if (target.bytes === undefined || turn > 0) continue;
      const same = await sample(bare, { paths: [`/?bytes=${target.bytes}`], seconds: SECONDS });
      ofSameSize.push(now.perSecond / same.perSecond);
    }
  }
  const table: Table = {
    title,
    columns: ["", "req/s", "p50 ms", "p99 ms", "CPU ms/req", "share of bare", "of bare, same size", "failed"],
    rows: [
      rowOf("bare node:http, 5 kB", bareSamples, 1),
      ...taken.map(({ target, samples, shares, ofSameSize }) =>
        rowOf(target.name, samples, median(shares), ofSameSize.length > 0 ? median(ofSameSize) : undefined),
      ),
    ],
    note: `${generator}, 20 connections, ${rounds} turns of ${SECONDS} s each, bare node:http before every second one`,
  };
  const shareOf = (name: string) => median(taken.find(({ target }) => target.name === name)!.shares);
  return { table, shareOf };
}

/** Of a list of addresses every turn begins where it has not been, so that none is asked for twice. */
const turnOf = (paths: string[], turn: number) => {
  const from = Math.floor((paths.length / 8) * turn);
  return [...paths.slice(from), ...paths.slice(0, from)];
};
