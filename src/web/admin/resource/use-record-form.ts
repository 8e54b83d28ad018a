import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatSyllabus } from "../../../contracts/catalogue/course-rules.ts";
import { SENT_IMAGE } from "../../../contracts/catalogue/image-rules.ts";
import type { Variant } from "../../../contracts/catalogue/product.ts";
import type { ChangedMeanwhile } from "../../../contracts/error.ts";
import { ApiError } from "../../lib/api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { type Control, labelOf } from "../../lib/field-errors.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields, useForm } from "../../lib/use-form.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import type { Difference } from "../../ui/conflict-dialog.tsx";
import { type FormPicture, newFiles, storedPictures } from "../../ui/pictures-field.tsx";
import { textsOf, useClaims } from "../layout/claims.tsx";
import { sizesText } from "../products/size-rows.ts";
import { type AdminResource, capitalize, hasPage, type Kind, type RecordOf } from "./admin-resource.ts";
import { ConnectionLostError, resourceCalls } from "./resource-calls.ts";

interface Conflict<T> {
  current: T;
  differences: Difference[];
}

/** State of a record's form: upload progress, unsaved-changes guard and optimistic locking by version. */
export function useRecordForm<K extends Kind>(
  resource: AdminResource<K>,
  record: RecordOf<K> | undefined,
  onSaved: (saved: RecordOf<K>) => void,
) {
  const { noun } = resource;
  const imagesOf = (one: RecordOf<K>) => resource.pictures?.of(one) ?? [];
  const stored = record ? imagesOf(record) : [];
  const element = useRef<HTMLFormElement>(null);
  const initialFields = useRef("");
  const isSaved = useRef(false);
  const [latest, setLatest] = useState(record);
  const [pictures, setPictures] = useState(() => storedPictures(stored));
  const [progress, setProgress] = useState<number>();
  const [conflict, setConflict] = useState<Conflict<RecordOf<K>>>();
  const { claims, mayPublish, recheck } = useClaims();
  const publicTexts = (sent: HTMLFormElement) =>
    hasPage(resource.kind) && sent.querySelector("[name=published]:checked") ? textsOf(sent) : [];

  useEffect(() => {
    initialFields.current = serializeFields(element.current!);
  }, []);

  useUnsavedGuard(() => {
    if (isSaved.current || !element.current) return false;
    const keys = pictures.map(({ key }) => key);
    return keys.join() !== stored.join() || serializeFields(element.current) !== initialFields.current;
  });

  const form = useForm({
    async send(_values, sent) {
      if (!(await mayPublish(publicTexts(sent)))) return;
      const calls = resourceCalls(resource.kind);
      const body = buildBody(sent, { field: resource.pictures?.field, pictures }, latest?.version);
      let saved: RecordOf<K>;
      const onProgress = (loaded: number, total: number) => setProgress(total > 0 ? loaded / total : 0);
      try {
        saved = await (latest ? calls.update(latest._id, body, onProgress) : calls.create(body, onProgress));
      } catch (error) {
        if (error instanceof ApiError && error.code === "changed_meanwhile") {
          const { current } = error.problem as ChangedMeanwhile<RecordOf<K>>;
          setConflict({ current, differences: findDifferences(sent, current) });
        }
        throw error;
      } finally {
        setProgress(undefined);
      }
      isSaved.current = true;
      toast(`✅ ${capitalize(noun)} ${record ? "updated" : "created"} successfully`);
      onSaved(saved);
    },
    fail(refusal, error) {
      const message = errorMessage(error, "❌ Operation failed");
      toast(message, { tone: "bad" });
      if (hasFields(refusal)) return "";
      if (!(error instanceof ConnectionLostError)) return message;
      const file = fileAtByte(newFiles(pictures), error.sentBytes);
      const when = file ? `while “${file.name}” was on its way` : "before the shop had answered";
      return `The connection was cut ${when}. Nothing you typed is lost: please save again.`;
    },
  });

  /** Saves over the other version. Pictures that the other version removed stay removed. */
  function overwrite() {
    if (!conflict) return;
    const { current } = conflict;
    const currentImages = imagesOf(current);
    flushSync(() => {
      setLatest(current);
      setPictures(pictures.filter((picture) => !("path" in picture) || currentImages.includes(picture.path)));
      setConflict(undefined);
    });
    element.current?.requestSubmit();
  }

  const closeConflict = () => setConflict(undefined);
  const discardChanges = () => {
    isSaved.current = true;
  };
  return {
    ...form,
    element,
    latest,
    pictures,
    setPictures,
    progress,
    conflict,
    claims,
    recheckClaims: () => recheck(publicTexts(element.current!)),
    overwrite,
    closeConflict,
    discardChanges,
  };
}

interface Pictures {
  field: string | undefined;
  pictures: readonly FormPicture[];
}

const serializeFields = (form: HTMLFormElement) =>
  JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === "string"));

/** The multipart body with every checkbox. For an existing record it includes the version and the pictures to keep. */
function buildBody(form: HTMLFormElement, { field, pictures }: Pictures, version: number | undefined) {
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
function fileAtByte(files: readonly File[], sentBytes: number) {
  let end = 0;
  return files.find((file) => {
    end += file.size;
    return end > sentBytes;
  });
}

const yesOrNo = (value: boolean) => (value ? "Yes" : "No");

/** A list as the form's text: one item per line, or a formatted syllabus. */
const listText = (values: unknown[]) =>
  values.every((value) => typeof value === "string") ? values.join("\n") : formatSyllabus(values as []);

function savedText(value: unknown) {
  if (Array.isArray(value)) return listText(value);
  return typeof value === "boolean" ? yesOrNo(value) : String(value ?? "");
}

const typedText = (control: Control) =>
  control instanceof HTMLInputElement && control.type === "checkbox" ? yesOrNo(control.checked) : control.value.trim();

/** The option's label, because the value is only an id. */
const nameIn = (select: HTMLSelectElement, value: string) =>
  [...select.options].find((option) => option.value === value)?.text ?? value;

function compare(control: Control, value: unknown): Difference {
  // Sizes, names and lists of chosen records are sent in a hidden field.
  const { label, titles } = control.dataset;
  if (label !== undefined && titles !== undefined) {
    if (control.name === "variants") return { label, mine: titles ?? "", saved: sizesText(value as Variant[]) };
    const ids = value as string[];
    const isSame = ids.join() === control.value;
    return { label, mine: titles ?? "", saved: isSame ? (titles ?? "") : `${ids.length} chosen` };
  }
  const [mine, saved] = [typedText(control), savedText(value)];
  const isSelect = control instanceof HTMLSelectElement;
  return {
    label: label ?? labelOf(control),
    mine: isSelect ? nameIn(control, mine) : mine,
    saved: isSelect ? nameIn(control, saved) : saved,
  };
}

/** Fields whose typed value differs from the record. Skips fields without a label, such as hidden ones. */
function findDifferences(form: HTMLFormElement, record: object): Difference[] {
  const saved = record as Record<string, unknown>;
  const controls = ([...form.elements] as Control[]).filter(
    ({ name, type, labels, dataset }) =>
      name in saved && type !== "file" && ((labels && labels.length > 0) || dataset.label !== undefined),
  );
  return controls.map((control) => compare(control, saved[control.name])).filter(({ mine, saved }) => mine !== saved);
}
