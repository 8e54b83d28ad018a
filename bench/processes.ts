import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Clock ticks, Linux's unit of processor time. */
const TICKS_PER_SECOND = 100;

function read<T>(from: () => T): T | undefined {
  try {
    return from();
  } catch {
    // Not Linux, no permission, or the process has ended.
    return undefined;
  }
}

/** The fields of /proc/PID/stat after the name, which may contain spaces. */
const statOf = (pid: number) =>
  read(() => {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  });

/** All descendants. /proc is read once, because a shop has dozens of them. */
function childrenOf(pid: number): number[] {
  const names = read(() => readdirSync("/proc")) ?? [];
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const byParent = Map.groupBy(pids, (one) => Number(statOf(one)?.[1]));
  const descendants = (parent: number): number[] => {
    const own = byParent.get(parent) ?? [];
    return [...own, ...own.flatMap(descendants)];
  };
  return descendants(pid);
}

const programOf = (pid: number) => read(() => readlinkSync(`/proc/${pid}/exe`));

/** The process of a shop and its workers, without the embedded database. */
export function shopProcesses(pid: number) {
  return [pid, ...childrenOf(pid).filter((child) => programOf(child) === programOf(pid))];
}

export const withChildren = (pid: number) => [pid, ...childrenOf(pid)];

/** Processor time since the start; undefined where the system does not report it. */
export function cpuMsOf(pids: number[]): number | undefined {
  const each = pids.map((pid) => {
    const stat = statOf(pid);
    return stat ? ((Number(stat[11]) + Number(stat[12])) * 1000) / TICKS_PER_SECOND : undefined;
  });
  return each.includes(undefined) ? undefined : each.reduce<number>((sum, ms) => sum + ms!, 0);
}

/** Proportional set size in MB: shared memory is counted once. */
export function memoryOf(pids: number[]): number | undefined {
  const each = pids.map((pid) =>
    read(() => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))![1]) / 1000),
  );
  return each.includes(undefined) ? undefined : each.reduce<number>((sum, mb) => sum + mb!, 0);
}
