/** The page numbers to show: both ends, the current page with its neighbours, and gaps. At most seven entries. */
export function pageWindow(page: number, pageCount: number): (number | "gap")[] {
  if (pageCount <= 7) return Array.from({ length: pageCount }, (_, i) => i + 1);
  const first = Math.max(2, Math.min(page - 1, pageCount - 4));
  const last = Math.min(pageCount - 1, Math.max(page + 1, 5));
  const middle = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return [
    1,
    ...(first > 2 ? (["gap"] as const) : []),
    ...middle,
    ...(last < pageCount - 1 ? (["gap"] as const) : []),
    pageCount,
  ];
}
