import { SENT_IMAGE } from "../../../contracts/image-path.ts";
import { type FormPicture, filesIn } from "./picture-list.ts";

interface Pictures {
  field: string;
  pictures: readonly FormPicture[];
}

/** What was typed, as text that can be compared. */
export const typedIn = (form: HTMLFormElement) =>
  JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === "string"));

/** What is sent: the fields, the files, and for a record that exists which version it was filled from and which pictures it keeps. */
export function bodyOf(form: HTMLFormElement, { field, pictures }: Pictures, version: number | undefined) {
  const body = new FormData(form);
  body.delete(field);
  if (version !== undefined) {
    body.set("version", `${version}`);
    body.set("keepImages", JSON.stringify(pictures.map((picture) => ("path" in picture ? picture.path : SENT_IMAGE))));
  }
  for (const file of filesIn(pictures)) body.append(field, file);
  return body;
}

/** The file that was on its way when so many bytes had left; files travel after the fields. */
export function fileAt(files: readonly File[], sentBytes: number) {
  let end = 0;
  return files.find((file) => {
    end += file.size;
    return end > sentBytes;
  });
}
