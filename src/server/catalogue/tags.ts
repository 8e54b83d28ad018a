/** The names of what an answer shows of a kind of record: the list, and each record by its id. */
export const listTag = (path: string) => path.slice(1);
export const recordTag = (path: string, id: string) => `${listTag(path)}:${id.toLowerCase()}`;

/** Everything that is out of date when these records change. */
export const tagsOf = (path: string, ids: readonly string[]) => [
  listTag(path),
  ...ids.map((id) => recordTag(path, id)),
];

/** The name of how many there are, in all and in each category: pieces that are sold do not change that. */
export const numberTag = (path: string) => `${listTag(path)}-number`;

/** Everything that is out of date when the owner changes these records. */
export const tagsOfChange = (path: string, ids: readonly string[]) => [numberTag(path), ...tagsOf(path, ids)];

/** The id of the record that a tag names; nothing for other tags. */
export function recordIdIn(path: string, tag: string) {
  const prefix = recordTag(path, "");
  return tag.startsWith(prefix) ? tag.slice(prefix.length) : undefined;
}
