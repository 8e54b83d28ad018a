import { SENT_IMAGE } from "../../../contracts/catalogue/image-rules.ts";
import { type FormPicture, newFiles } from "./picture-list.ts";

interface Pictures {
  /** Undefined for kinds without pictures. */
  field: string | undefined;
  pictures: readonly FormPicture[];
}

/** The text fields as a comparable string. */
export const serializeFields = (form: HTMLFormElement) =>
  JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === "string"));

/** The multipart body with every checkbox. For an existing record it includes the version and the pictures to keep. */
export function buildBody(form: HTMLFormElement, { field, pictures }: Pictures, version: number | undefined) {
  const body = new FormData(form);
  for (const box of form.querySelectorAll<HTMLInputElement>("[type=checkbox][name]"))
    body.set(box.name, `${box.checked}`);
  if (version !== undefined) body.set("version", `${version}`);
  if (field === undefined) return body;
  body.delete(field);
  if (version !== undefined) {
    body.set("keepImages", JSON.stringify(pictures.map((picture) => ("path" in picture ? picture.path : SENT_IMAGE))));
  }
  for (const file of newFiles(pictures)) body.append(field, file);
  return body;
}

/** The file that is being uploaded after `sentBytes`. Ignores the other fields, which are small. */
export function fileAtByte(files: readonly File[], sentBytes: number) {
  let end = 0;
  return files.find((file) => {
    end += file.size;
    return end > sentBytes;
  });
}
