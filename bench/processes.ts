import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Linux counts processor time in these. */
const TICKS_PER_SECOND = 100;

function read<T>(from: () => T): T | undefined {
  try {
    return from();
  } catch {
    // Not Linux, not ours to look at, or gone meanwhile.
    return undefined;
  }
}

/** The fields of /proc/PID/stat that follow the name, which may hold spaces itself. */
const statOf = (pid: number) =>
  read(() => {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  });

function childrenOf(pid: number): number[] {
  const all = read(() => readdirSync("/proc")) ?? [];
  const pids = all.filter((name) => /^\d+$/.test(name)).map(Number);
  const own = pids.filter((one) => Number(statOf(one)?.[1]) === pid);
  return [...own, ...own.flatMap(childrenOf)];
}

const programOf = (pid: number) => read(() => readlinkSync(`/proc/${pid}/exe`));

/** A shop's process and its workers; the database it may have started is another program. */
export function shopProcesses(pid: number) {
  return [pid, ...childrenOf(pid).filter((child) => programOf(child) === programOf(pid))];
}

export const withChildren = (pid: number) => [pid, ...childrenOf(pid)];

/** Processor time since their start; nothing where the system does not tell. */
export function cpuMsOf(pids: number[]): number | undefined {
  const each = pids.map((pid) => {
    const stat = statOf(pid);
    return stat ? ((Number(stat[11]) + Number(stat[12])) * 1000) / TICKS_PER_SECOND : undefined;
  });
  return each.includes(undefined) ? undefined : each.reduce<number>((sum, ms) => sum + ms!, 0);
}

/** Memory in MB, what several processes share counted once. */
export function memoryOf(pids: number[]): number | undefined {
  const each = pids.map((pid) =>
    read(() => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))![1]) / 1000),
  );
  return each.includes(undefined) ? undefined : each.reduce<number>((sum, mb) => sum + mb!, 0);
}
