import { MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES } from "../../../contracts/catalogue/image-rules.ts";

export type FormPicture = { key: string; path: string } | { key: string; file: File };

const TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];
export const ACCEPTED_TYPES = TYPES.join(",");
export const MAX_MEGABYTES = MAX_UPLOAD_BYTES / 1024 / 1024;

export const storedPictures = (paths: readonly string[]): FormPicture[] => paths.map((path) => ({ key: path, path }));

export const newFiles = (pictures: readonly FormPicture[]) =>
  pictures.flatMap((picture) => ("file" in picture ? [picture.file] : []));

export const pictureName = (picture: FormPicture) => ("file" in picture ? picture.file.name : "Saved picture");

/** Checks a file before the upload, with the server's rules. */
function findFileError({ name, type, size }: File) {
  if (type !== "" && !TYPES.includes(type)) return `“${name}” is not a JPEG, PNG, WebP, AVIF or GIF picture.`;
  if (size > MAX_UPLOAD_BYTES) return `“${name}” is larger than ${MAX_MEGABYTES} MB.`;
  if (size === 0) return `“${name}” is empty.`;
  return undefined;
}

let lastKey = 0;

/** Adds the valid files and returns messages about the others. When only one picture is allowed, a new one replaces it. */
export function addFiles(pictures: readonly FormPicture[], files: readonly File[], max: number) {
  const problems = files.flatMap((file) => findFileError(file) ?? []);
  const valid = files.filter((file) => !findFileError(file));
  const before = max === 1 && valid.length > 0 ? [] : pictures;
  const free = Math.min(max - before.length, MAX_UPLOAD_FILES - newFiles(before).length);
  for (const { name } of valid.slice(Math.max(free, 0)))
    problems.push(
      before.length + valid.length > max
        ? `“${name}” is one too many: there is room for ${max === 1 ? "one picture" : `${max} pictures`}.`
        : `“${name}” is one too many: ${MAX_UPLOAD_FILES} new pictures can be sent at a time.`,
    );
  const added = valid.slice(0, Math.max(free, 0)).map((file): FormPicture => {
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
