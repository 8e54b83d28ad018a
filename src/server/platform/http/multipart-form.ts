import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { badInput, httpError, type ShopError } from "./errors.ts";

const MEBIBYTE = 1024 * 1024;
const MAX_FILES = 8;
const MAX_FILE_BYTES = 8 * MEBIBYTE;

export const FORM_LIMITS = {
  files: MAX_FILES,
  fileSize: MAX_FILE_BYTES,
  fields: 50,
  fieldSize: MEBIBYTE,
  // Parts are fields and files, which are counted. Counted once more, a form that breaks off in a part too many
  // would end the process: the parser then throws where nobody can catch it.
  parts: Number.POSITIVE_INFINITY,
};
/** Up to here a form with too many files is read on, so that the first of them can be named. */
const MOST_FILES_READ = 50;

interface FileLimits {
  maxFiles: number;
  maxBytes: number;
}
const PICTURES: FileLimits = { maxFiles: MAX_FILES, maxBytes: MAX_FILE_BYTES };

/** Thrown, a file that is too large would look like a form that was cut off. The package's types forgot the option. */
const toOptions = ({ maxBytes }: FileLimits): object => ({
  throwFileSizeLimit: false,
  limits: { fileSize: maxBytes, files: MOST_FILES_READ },
});

export interface SentFile {
  field: string;
  filename: string;
  bytes: Buffer;
}

/** What a person reads as the file's name: no folders, no control characters, not endless. */
const shownName = (name: string) => (name.split(/[\\/]/).at(-1) ?? "").replace(/\p{Cc}/gu, "").slice(0, 80) || "file";

async function readFile(part: MultipartFile): Promise<SentFile | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  // A file field left empty in a browser's form arrives as a nameless empty file.
  if (bytes.length === 0 && !part.filename) return undefined;
  return { field: part.fieldname, filename: shownName(part.filename), bytes };
}

const tooMany = (maxFiles: number, filename?: string) => {
  const rule = maxFiles === 1 ? "Only one file can be sent" : `At most ${maxFiles} pictures can be sent at a time`;
  return filename ? `${rule}; “${filename}” is one too many.` : `${rule}.`;
};

/** Why a file cannot be taken, by name. */
function objection({ filename }: SentFile, isTruncated: boolean, isFull: boolean, { maxBytes, maxFiles }: FileLimits) {
  if (isTruncated) return `“${filename}” is larger than ${maxBytes / MEBIBYTE} MB.`;
  return isFull ? tooMany(maxFiles, filename) : undefined;
}

function toShopError(error: unknown, fileField: string, { maxFiles }: FileLimits) {
  const code = (error as { code?: string }).code ?? "";
  if (code === "FST_FILES_LIMIT") return badInput({ [fileField]: tooMany(maxFiles) });
  if (code === "FST_FIELDS_LIMIT") return httpError("too_large");
  // Everything else a multipart parser throws is about what was sent: cut off, malformed, without a boundary.
  return httpError("bad_request", { message: "The form arrived incomplete. Please send it again." });
}

/** Reads a multipart form whole: its text fields, and its files within the limits. Only `fileField` may carry files. */
export async function readMultipartForm(request: FastifyRequest, fileField: string, limits = PICTURES) {
  if (!request.isMultipart()) throw httpError("wrong_type", { message: "Send this as a multipart form." });
  const fields: Record<string, string> = {};
  const files: SentFile[] = [];
  // The first problem is kept and the rest of the form still read: a browser in the middle of sending hears no answer.
  let problem: ShopError | undefined;
  try {
    for await (const part of request.parts(toOptions(limits))) {
      if (part.type === "field") {
        if (part.valueTruncated) problem ??= badInput({ [part.fieldname]: "This is too long." });
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const file = await readFile(part);
      if (!file) continue;
      const { truncated } = part.file;
      const message = objection(file, truncated, files.length === limits.maxFiles, limits);
      if (message) {
        const details = { message, fields: { [file.field]: message } };
        problem ??= truncated ? httpError("too_large", details) : badInput(details.fields);
      } else if (file.field !== fileField)
        problem ??= badInput({ [file.field]: `Files belong in the field “${fileField}”.` });
      else files.push(file);
    }
  } catch (error) {
    request.raw.resume();
    throw toShopError(error, fileField, limits);
  }
  if (problem) throw problem;
  return { fields, files };
}
