import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES } from "../../../contracts/catalogue/image-rules.ts";
import { jsonForm } from "../../../contracts/json-form.ts";
import { readFields } from "./api-errors.ts";
import { badInput, httpError, type ShopError } from "./errors.ts";

const MEBIBYTE = 1024 * 1024;

export const FORM_LIMITS = {
  files: MAX_UPLOAD_FILES,
  fileSize: MAX_UPLOAD_BYTES,
  fields: 50,
  fieldSize: MEBIBYTE,
  // Fields and files are limited above. A limit on their sum makes the parser throw outside any handler when a form
  // breaks off, which would end the process.
  parts: Number.POSITIVE_INFINITY,
};
/** A form with too many files is read up to here, so that the error can name the first one. */
const MAX_FILES_READ = 50;

interface FileLimits {
  maxFiles: number;
  maxBytes: number;
}
export const PICTURES: FileLimits = { maxFiles: MAX_UPLOAD_FILES, maxBytes: MAX_UPLOAD_BYTES };

/** The body of a call: its text fields and its files. Where no file is required, it may be JSON. */
export interface FormContract {
  schema: z.ZodType;
  files?: FileLimits & { field: string; isRequired?: boolean };
  lists?: readonly string[] | undefined;
}

/** Not throwing lets us distinguish a file that is too large from an aborted form. The types lack the option. */
const toOptions = ({ maxBytes }: FileLimits): object => ({
  throwFileSizeLimit: false,
  limits: { fileSize: maxBytes, files: MAX_FILES_READ },
});

export interface SentFile {
  field: string;
  filename: string;
  bytes: Buffer;
}

/** The file's name for messages: no folders, no control characters, bounded. */
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

function refusalOf({ filename }: SentFile, isTruncated: boolean, isFull: boolean, { maxBytes, maxFiles }: FileLimits) {
  if (isTruncated) return `“${filename}” is larger than ${maxBytes / MEBIBYTE} MB.`;
  return isFull ? tooMany(maxFiles, filename) : undefined;
}

function toFormError(error: unknown, fileField: string, { maxFiles }: FileLimits) {
  const code = (error as { code?: string }).code ?? "";
  if (code === "FST_FILES_LIMIT") return badInput({ [fileField]: tooMany(maxFiles) });
  if (code === "FST_FIELDS_LIMIT") return httpError("too_large");
  // All other parser errors are client errors: the form is aborted, malformed or has no boundary.
  return httpError("bad_request", { message: "The form arrived incomplete. Please send it again." });
}

/** A field that is sent again replaces the first, except for `lists`: their values are joined with semicolons. */
async function readMultipart(
  request: FastifyRequest,
  { files: limits = { field: "images", maxFiles: 0, maxBytes: 1 }, lists = [] }: FormContract,
) {
  const fileField = limits.field;
  const fields: Record<string, string> = {};
  const files: SentFile[] = [];
  // Reading continues after the first problem: a browser that is still sending does not read the response.
  let problem: ShopError | undefined;
  try {
    for await (const part of request.parts(toOptions(limits))) {
      if (part.type === "field") {
        if (part.valueTruncated) problem ??= badInput({ [part.fieldname]: "This is too long." });
        const before = lists.includes(part.fieldname) ? fields[part.fieldname] : undefined;
        fields[part.fieldname] = before === undefined ? String(part.value) : `${before};${part.value}`;
        continue;
      }
      const file = await readFile(part);
      if (!file) continue;
      const { truncated } = part.file;
      const message = refusalOf(file, truncated, files.length === limits.maxFiles, limits);
      if (message) {
        const details = { message, fields: { [file.field]: message } };
        problem ??= truncated ? httpError("too_large", details) : badInput(details.fields);
      } else if (file.field !== fileField)
        problem ??= badInput({ [file.field]: `Files belong in the field “${fileField}”.` });
      else files.push(file);
    }
  } catch (error) {
    request.raw.resume();
    throw toFormError(error, fileField, limits);
  }
  if (problem) throw problem;
  return { fields, files };
}

/** Reads the body of a call with a `form`. `schema` is that of the form, with the shop's current settings. */
export async function readForm<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema) {
  const form = request.routeOptions.config.form!;
  if (request.isMultipart()) {
    const { fields, files } = await readMultipart(request, form);
    return { values: readFields(schema, fields), files };
  }
  // JSON is the only other type that has a parser.
  if (request.body === undefined || form.files?.isRequired) throw httpError("wrong_type");
  return { values: readFields(schema, readFields(jsonForm(schema), request.body)), files: [] };
}
