/** A picture of the form: one the record has already, or a file that will be sent. */
export type FormPicture = { key: string; path: string } | { key: string; file: File };

const TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];
export const ACCEPTED = TYPES.join(",");
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_SENT = 8;

export const storedPictures = (paths: readonly string[]): FormPicture[] => paths.map((path) => ({ key: path, path }));

export const filesIn = (pictures: readonly FormPicture[]) =>
  pictures.flatMap((picture) => ("file" in picture ? [picture.file] : []));

export const nameOfPicture = (picture: FormPicture) => ("file" in picture ? picture.file.name : "Saved picture");

/** What is wrong with a file, as the server would say it, before anybody waits for an upload. */
function objectionTo({ name, type, size }: File) {
  if (type !== "" && !TYPES.includes(type)) return `“${name}” is not a JPEG, PNG, WebP, AVIF or GIF picture.`;
  if (size > MAX_BYTES) return `“${name}” is larger than 8 MB.`;
  if (size === 0) return `“${name}” is empty.`;
  return undefined;
}

let lastKey = 0;

/** Adds the files that are good and tells what is wrong with the others. Where there is room for one, the new one takes it. */
export function addFiles(pictures: readonly FormPicture[], files: readonly File[], most: number) {
  const problems = files.flatMap((file) => objectionTo(file) ?? []);
  const good = files.filter((file) => !objectionTo(file));
  const before = most === 1 && good.length > 0 ? [] : pictures;
  const room = Math.min(most - before.length, MAX_SENT - filesIn(before).length);
  for (const { name } of good.slice(Math.max(room, 0)))
    problems.push(
      before.length + good.length > most
        ? `“${name}” is one too many: there is room for ${most === 1 ? "one picture" : `${most} pictures`}.`
        : `“${name}” is one too many: ${MAX_SENT} new pictures can be sent at a time.`,
    );
  const added = good.slice(0, Math.max(room, 0)).map((file): FormPicture => {
    lastKey += 1;
    return { key: `file ${lastKey}`, file };
  });
  return { pictures: [...before, ...added], problems };
}

export function movePicture(pictures: readonly FormPicture[], key: string, to: number) {
  const from = pictures.findIndex((picture) => picture.key === key);
  if (from < 0 || to < 0 || to >= pictures.length) return [...pictures];
  const moved = pictures.toSpliced(from, 1);
  return moved.toSpliced(to, 0, pictures[from]!);
}
