import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ChangedMeanwhile } from "../../../contracts/error.ts";
import { ApiError } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields, useForm } from "../../lib/use-form.ts";
import { reasonOr } from "../layout/reason-or.ts";
import { type Difference, differencesOf } from "./differences.ts";
import { bodyOf, fileAt, typedIn } from "./form-body.ts";
import { filesIn, storedPictures } from "./picture-list.ts";
import { type Kind, type RecordOf, type Resource, titleCase } from "./resource.ts";
import { callsOf } from "./resource-calls.ts";
import { ConnectionCut } from "./send-with-progress.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

export interface Conflict<T> {
  current: T;
  differences: Difference[];
}

/** The form of a record: fields and pictures, sent with progress, guarded against loss and against overwriting what others saved. */
export function useRecordForm<K extends Kind>(
  resource: Resource<K>,
  record: RecordOf<K> | undefined,
  onSaved: () => void,
) {
  const { imageField, imagesOf, noun } = resource;
  const stored = record ? imagesOf(record) : [];
  const element = useRef<HTMLFormElement>(null);
  const typedFirst = useRef("");
  const isSaved = useRef(false);
  const [latest, setLatest] = useState(record);
  const [pictures, setPictures] = useState(() => storedPictures(stored));
  const [progress, setProgress] = useState<number>();
  const [conflict, setConflict] = useState<Conflict<RecordOf<K>>>();

  useEffect(() => {
    typedFirst.current = typedIn(element.current!);
  }, []);

  useUnsavedGuard(() => {
    if (isSaved.current || !element.current) return false;
    const shown = pictures.map(({ key }) => key);
    return shown.join() !== stored.join() || typedIn(element.current) !== typedFirst.current;
  });

  const form = useForm({
    async send(_values, sent) {
      const calls = callsOf(resource.kind);
      const body = bodyOf(sent, { field: imageField, pictures }, latest?.version);
      const onProgress = (loaded: number, total: number) => setProgress(total > 0 ? loaded / total : 0);
      try {
        await (latest ? calls.update(latest._id, body, onProgress) : calls.create(body, onProgress));
      } catch (error) {
        if (error instanceof ApiError && error.code === "changed_meanwhile") {
          const { current } = error.problem as ChangedMeanwhile<RecordOf<K>>;
          setConflict({ current, differences: differencesOf(sent, current) });
        }
        throw error;
      } finally {
        setProgress(undefined);
      }
      isSaved.current = true;
      toast(`✅ ${titleCase(noun)} ${record ? "updated" : "created"} successfully`);
      onSaved();
    },
    fail(refusal, error) {
      const said = reasonOr(error, "❌ Operation failed");
      toast(said, { tone: "bad" });
      if (hasFields(refusal)) return "";
      if (!(error instanceof ConnectionCut)) return said;
      const file = fileAt(filesIn(pictures), error.sentBytes);
      const what = file ? `while “${file.name}” was on its way` : "before the shop had answered";
      return `The connection was cut ${what}. Nothing you typed is lost: please save again.`;
    },
  });

  /** Goes on from the version that somebody else saved, with what is typed here. */
  function saveMine() {
    if (!conflict) return;
    const { current } = conflict;
    const kept = imagesOf(current);
    flushSync(() => {
      setLatest(current);
      setPictures(pictures.filter((picture) => !("path" in picture) || kept.includes(picture.path)));
      setConflict(undefined);
    });
    element.current?.requestSubmit();
  }

  const dropConflict = useCallback(() => setConflict(undefined), []);
  const forget = () => {
    isSaved.current = true;
  };
  return { ...form, element, latest, pictures, setPictures, progress, conflict, saveMine, dropConflict, forget };
}
