/** Takes one item of each group in turn (round robin), so that the first page shows every category. */
export function interleave<T>(items: readonly T[], groupOf: (item: T) => string): T[] {
  const groups = Object.values(Object.groupBy(items, groupOf)) as T[][];
  const longest = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: longest }, (_, turn) => groups.flatMap((group) => group.slice(turn, turn + 1))).flat();
}
