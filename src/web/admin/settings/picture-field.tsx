import { useId, useState } from "react";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import type { SettingFieldProps } from "./setting-field.tsx";

/** Uploads the picture at once. Visitors see it after the group is published. */
export function PictureField({ field: { label, hint }, path, value, errors, onChange }: SettingFieldProps) {
  const id = useId();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState("");
  const error = problem || errors[path];

  async function send(file: File | undefined) {
    if (!file) return;
    const form = new FormData();
    form.append("picture", file);
    setSending(true);
    setProblem("");
    try {
      onChange((await browserApi.call("POST /api/settings/pictures", { form })).path);
    } catch (failure) {
      const { picture } = (failure as { fields?: Record<string, string> }).fields ?? {};
      setProblem(picture ?? errorMessage(failure, "The picture could not be sent. Please try again."));
    }
    setSending(false);
  }

  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label} <span className="font-normal text-ink-soft">(optional)</span>
      </label>
      <div className="mt-1.5 flex flex-wrap items-center gap-3">
        {typeof value === "string" && (
          <img src={value} alt={`${label} now`} className="size-20 rounded-control border border-line object-contain" />
        )}
        <input
          id={id}
          name={path}
          type="file"
          accept="image/*"
          disabled={isSending}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => void send(target.files?.[0])}
          className="setting-file"
        />
        {value !== null && (
          <button
            type="button"
            aria-label={`Remove the ${label.toLowerCase()}`}
            className="row-action"
            onClick={() => onChange(null)}
          >
            Remove
          </button>
        )}
      </div>
      <p
        id={`${id}-note`}
        role="status"
        className={error ? "mt-1 text-small font-medium text-rose" : "mt-1 text-small text-ink-soft"}
      >
        {error || (isSending ? "Sending…" : hint)}
      </p>
    </div>
  );
}
