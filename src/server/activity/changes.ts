import type { ChangedValue, Changes } from "../../contracts/activity.ts";

const SHOWN = 200;
const LEAD = 40;
const DOTS = "••••";
/** What every update changes, or none. */
const SILENT = ["_id", "version", "createdAt"];

type Item = Record<string, unknown>;

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

function firstDifference(one: string, other: string) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

const isHalf = (text: string, at: number) => /[\uDC00-\uDFFF]/.test(text.charAt(at)) && at > 0;

/** Two long texts are shown from where they part, so that what changed is to be seen. No character is cut in two. */
function shorten(text: string, from: number) {
  const start = isHalf(text, from) ? from - 1 : from;
  const end = isHalf(text, start + SHOWN) ? start + SHOWN - 1 : start + SHOWN;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}

function toPair(before: unknown, after: unknown): [ChangedValue, ChangedValue] {
  const [one, other] = [before ?? null, after ?? null] as [ChangedValue, ChangedValue];
  const isLong = [one, other].some((value) => typeof value === "string" && value.length > SHOWN);
  const parted = typeof one === "string" && typeof other === "string" ? firstDifference(one, other) : 0;
  const start = isLong ? Math.max(0, parted - LEAD) : 0;
  const shown = (value: ChangedValue) => (typeof value === "string" ? shorten(value, start) : value);
  return [shown(one), shown(other)];
}

/** The fields in which two states of a record differ; of a new or a deleted record, those that are filled. */
export function changesBetween(before: Item = {}, after: Item = {}, secrets: readonly string[] = []): Changes {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)].filter((field) => !SILENT.includes(field)));
  const differ = [...fields].filter((field) => {
    const [one, other] = [before[field], after[field]];
    return !(isEmpty(one) && isEmpty(other)) && JSON.stringify(one) !== JSON.stringify(other);
  });
  const hidden = (value: unknown) => (isEmpty(value) ? null : DOTS);
  return Object.fromEntries(
    differ.map((field) => {
      const [one, other] = [before[field], after[field]];
      return [field, secrets.includes(field) ? [hidden(one), hidden(other)] : toPair(one, other)];
    }),
  );
}
