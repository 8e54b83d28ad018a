import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { ChangedMeanwhile } from "../../../contracts/error.ts";
import type { SettingForm, SettingState } from "../../../contracts/settings/settings-calls.ts";
import { ApiError } from "../../lib/api.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields, useForm } from "../../lib/use-form.ts";
import { useUnsavedGuard } from "../resource/use-unsaved-guard.ts";
import type { Values } from "./group-fields.ts";

/** Empty lines, for example after a trailing line break, are not sent. */
const withoutEmptyLines = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.filter((item) => typeof item !== "string" || item.trim() !== "").map(withoutEmptyLines);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutEmptyLines(part)]));
  return value;
};

type Moved = NonNullable<SettingForm["moved"]>;

/** State of a group's form: values, draft, and the conflict when somebody else publishes first. */
export function useGroupForm(initial: SettingState) {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState(initial);
  const [values, setValues] = useState<Values>(initial.draft ?? initial.values);
  const [moved, setMoved] = useState<Moved>([]);
  const [conflict, setConflict] = useState<SettingState>();
  const [preview, setPreview] = useState<string>();
  /** Which of the two buttons submitted the form. */
  const intent = useRef<"preview" | "publish">("publish");
  const { group } = state;
  const params = { group };
  const isChanged = JSON.stringify(values) !== JSON.stringify(state.draft ?? state.values);

  useUnsavedGuard(() => isChanged);

  /** Resets the form to a published state. */
  async function adopt(published: SettingState) {
    setState(published);
    setValues(published.values);
    setMoved([]);
    setConflict(undefined);
    setPreview(undefined);
    await revalidate();
  }

  async function publish(version: number) {
    const body = { version, values: withoutEmptyLines(values) as Values, moved };
    try {
      await adopt(await browserApi.call("PUT /api/settings/:group", { params, body }));
      toast("✅ Published. Every page shows it now.");
    } catch (error) {
      if (error instanceof ApiError && error.code === "changed_meanwhile")
        setConflict((error.problem as ChangedMeanwhile<SettingState>).current);
      throw error;
    }
  }

  async function saveDraft() {
    const draft = withoutEmptyLines(values) as Values;
    const { preview } = await browserApi.call("PUT /api/settings/:group/draft", { params, body: { values: draft } });
    setState({ ...state, draft });
    setValues(draft);
    setPreview(preview);
    // Some browsers block the new tab after the request: the form has a link as well.
    window.open(preview, "_blank", "noopener");
  }

  const form = useForm({
    send: () => (intent.current === "preview" ? saveDraft() : publish(state.version)),
    fail(refusal, error) {
      const message = errorMessage(error, "❌ Operation failed");
      toast(message, { tone: "bad" });
      return hasFields(refusal) ? "Please check the marked fields." : message;
    },
  });

  return {
    ...form,
    state,
    intent,
    preview,
    values,
    setValues,
    moved,
    setMoved,
    conflict,
    adopt,
    closeConflict: () => setConflict(undefined),
    publishAnyway: () => void publish(conflict!.version).catch(() => {}),
    async discardDraft() {
      await browserApi.call("DELETE /api/settings/:group/draft", { params });
      setState({ ...state, draft: null });
      setValues(state.values);
      setPreview(undefined);
    },
  };
}
