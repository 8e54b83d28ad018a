import type { ChangedValue, Changes } from "../../contracts/activity/activity.ts";

const MAX_LENGTH = 200;
const CONTEXT_LENGTH = 40;
const MASK = "••••";
const IGNORED_FIELDS = ["_id", "version", "createdAt"];

type Item = Record<string, unknown>;

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

function firstDifference(before: string, after: string) {
  let index = 0;
  while (index < before.length && before[index] === after[index]) index += 1;
  return index;
}

const splitsSurrogatePair = (text: string, index: number) => index > 0 && /[\uDC00-\uDFFF]/.test(text.charAt(index));

function excerpt(text: string, from: number) {
  const start = splitsSurrogatePair(text, from) ? from - 1 : from;
  const limit = start + MAX_LENGTH;
  const end = splitsSurrogatePair(text, limit) ? limit - 1 : limit;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;
const toLine = (value: unknown): string =>
  isObject(value)
    ? Object.entries(value as object)
        .map(([name, part]) => (name === "_id" ? "" : toLine(part)))
        .filter(Boolean)
        .join(": ")
    : String(value ?? "");

/** Lists of texts stay lists. Objects and lists of objects, such as a syllabus, become text. */
function toPlain(value: unknown) {
  if (!isObject(value)) return value;
  if (!Array.isArray(value)) return toLine(value);
  return value.some(isObject) ? value.map(toLine).join("\n") : value;
}

/** Shortens long texts to the part around the first difference. */
function toChange(before: unknown, after: unknown): [ChangedValue, ChangedValue] {
  const values = [before ?? null, after ?? null] as [ChangedValue, ChangedValue];
  const isLong = values.some((value) => typeof value === "string" && value.length > MAX_LENGTH);
  const difference = typeof before === "string" && typeof after === "string" ? firstDifference(before, after) : 0;
  const start = isLong ? Math.max(0, difference - CONTEXT_LENGTH) : 0;
  const shorten = (value: ChangedValue) => (typeof value === "string" ? excerpt(value, start) : value);
  return [shorten(values[0]), shorten(values[1])];
}

export function changesBetween(before: Item = {}, after: Item = {}, secrets: readonly string[] = []): Changes {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const mask = (value: unknown) => (isEmpty(value) ? null : MASK);
  const changes: Changes = {};
  for (const field of fields) {
    if (IGNORED_FIELDS.includes(field)) continue;
    const [one, other] = [before[field], after[field]];
    if ((isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other)) continue;
    changes[field] = secrets.includes(field) ? [mask(one), mask(other)] : toChange(toPlain(one), toPlain(other));
  }
  return changes;
}
