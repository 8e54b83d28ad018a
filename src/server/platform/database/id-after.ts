import { randomUUIDv7 } from "node:crypto";

/** An id for a row that is sorted by id. Ids of one millisecond are in random order, and a clock may be set back. */
export function idAfter(earlier = "") {
  const id = randomUUIDv7();
  if (id > earlier) return id;
  const next = (BigInt(`0x${earlier.replaceAll("-", "")}`) + 1n).toString(16).padStart(32, "0");
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
