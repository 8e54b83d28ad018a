import { like, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** A text in the form it is searched in: lower case, one kind of white space. */
const searchable = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, " ");

/** What a record is found by. The line break keeps a match from running over from one text into the next. */
export const searchTextOf = (...texts: string[]) => texts.map(searchable).join("\n");

/** Matches records whose text contains the words just as typed: `%` and `_` are text, not wildcards. */
export function matches(column: AnyPgColumn, words: string | undefined): SQL | undefined {
  const wanted = searchable(words ?? "").trim();
  return wanted ? like(column, `%${wanted.replace(/[\\%_]/g, "\\$&")}%`) : undefined;
}
