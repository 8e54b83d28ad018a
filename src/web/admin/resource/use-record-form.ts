import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ChangedMeanwhile } from "../../../contracts/error.ts";
import { ApiError } from "../../lib/api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields, useForm } from "../../lib/use-form.ts";
import { type AdminResource, capitalize, type Kind, type RecordOf } from "./admin-resource.ts";
import { type Difference, findDifferences } from "./differences.ts";
import { buildBody, fileAtByte, serializeFields } from "./form-body.ts";
import { newFiles, storedPictures } from "./picture-list.ts";
import { resourceCalls } from "./resource-calls.ts";
import { ConnectionLostError } from "./send-with-progress.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

export interface Conflict<T> {
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

  const closeConflict = useCallback(() => setConflict(undefined), []);
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
    overwrite,
    closeConflict,
    discardChanges,
  };
}
