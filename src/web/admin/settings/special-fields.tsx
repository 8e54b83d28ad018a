import { createContext, useContext, useState } from "react";
import type { Settings } from "../../../contracts/settings/settings.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { useSettings } from "../../lib/site.ts";
import { useLoad } from "../../lib/use-load.ts";
import { useSend } from "../../lib/use-send.ts";
import { toMarkdown } from "../../pages/legal/legal-document.ts";
import { standardPrivacyPolicy } from "../../pages/legal/privacy.ts";
import { standardTerms } from "../../pages/legal/terms.ts";
import { SmallButton } from "../../ui/button.tsx";
import { Options, SelectField } from "../../ui/choice-fields.tsx";
import { type FieldText, useFieldText } from "../../ui/field.tsx";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import type { ChoiceField as ChoiceOf, SettingFieldProps } from "./field-kinds.ts";

export type ValueProps<V> = FieldText & { name: string; value: V; onChange: (value: V) => void };

/** One of the shop's experts, or the founder. The chosen expert stays selected while the list loads. */
export function ExpertField({ value, onChange, ...text }: ValueProps<string>) {
  const load = () => browserApi.call("GET /api/experts", { query: { limit: 100 } }).catch(() => []);
  const { data: experts } = useLoad(load, "");
  const isUnknown = value !== "" && !experts?.some(({ _id }) => _id === value);
  return (
    <SelectField {...text} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">The founder</option>
      {isUnknown && <option value={value}>{experts ? "An expert who was removed" : "Loading…"}</option>}
      <Options of={experts?.map(({ _id, name }) => [_id, name]) ?? []} />
    </SelectField>
  );
}

/** Uploads the picture at once. Visitors see it after the group is published. */
export function PictureField({ field: { label, hint }, path, value, errors, onChange }: SettingFieldProps) {
  const [refused, setRefused] = useState("");
  const {
    send,
    isSending,
    error: failure,
  } = useSend("The picture could not be sent. Please try again.", {
    onRefused: ({ fields }) => setRefused(fields.picture ?? ""),
  });
  const error = (failure && refused) || failure || errors[path];
  const text = useFieldText({ label, error, hint: isSending ? "Sending…" : hint });

  function upload(file: File | undefined) {
    if (!file) return;
    const form = new FormData();
    form.append("picture", file);
    setRefused("");
    void send(async () => onChange((await browserApi.call("POST /api/settings/pictures", { form })).path));
  }

  return (
    <div>
      {text.label(false)}
      <div className="mt-1.5 flex flex-wrap items-center gap-3">
        {typeof value === "string" && (
          <img src={value} alt={`${label} now`} className="size-20 rounded-control border border-line object-contain" />
        )}
        <input
          {...text.attributes}
          name={path}
          type="file"
          accept="image/*"
          disabled={isSending}
          onChange={({ target }) => upload(target.files?.[0])}
          className="file:mr-3 file:min-h-11 file:rounded-control file:border file:border-edge file:bg-paper file:px-4 file:font-semibold"
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
      <div role="status">{text.note}</div>
    </div>
  );
}

/** The published values of all groups; the tax classes are those being edited. */
export const GroupsContext = createContext({} as Settings);

export function ChoiceField({ field, path, value, errors, onChange }: SettingFieldProps<ChoiceOf>) {
  const { tax, categories } = useContext(GroupsContext);
  const { label, hint, none, choices: of } = field;
  const named = (of === "categories" ? categories.categories : tax.classes).map(({ id, name }) => [id, name] as const);
  const choices = typeof of === "string" ? named : of;
  const chosen = choices.find(([one]) => one === value);
  return (
    <SelectField
      name={path}
      label={label}
      hint={chosen?.[2] ?? hint}
      error={errors[path]}
      required={none === undefined}
      value={String(value)}
      onChange={({ target }) => onChange(target.value)}
    >
      {(none || value === "") && <option value="">{none ?? "Choose one"}</option>}
      {value !== "" && !chosen && <option value={String(value)}>One that was removed</option>}
      <Options of={choices.map(([one, text]) => [one, text])} />
    </SelectField>
  );
}

/** The owner's own legal text. If empty, the standard text is used, with the shop's name and contact. */
export function LegalField({ field: { name, label }, path, value, errors, onChange }: SettingFieldProps) {
  const groups = useContext(GroupsContext);
  const site = useSettings();
  const standard = () => (name === "terms" ? standardTerms(groups) : standardPrivacyPolicy(groups.business, site));
  /** The editor is uncontrolled: a new key resets its text. */
  const [filled, setFilled] = useState(0);
  const fill = () => {
    onChange(toMarkdown(standard()));
    setFilled(filled + 1);
  };
  return (
    <div className="col-span-full">
      <MarkdownEditor
        key={filled}
        name={path}
        label={label}
        maxLength={60_000}
        rows={value === "" ? 4 : 20}
        defaultValue={String(value)}
        onText={onChange}
        hint="A line that starts with ## begins a section, a blank line a paragraph, a line with - an item of a list. Empty: the standard text."
        error={errors[path]}
      />
      {value === "" && (
        <SmallButton className="mt-2" onClick={fill}>
          Start from the standard text<span className="sr-only"> of the {label}</span>
        </SmallButton>
      )}
    </div>
  );
}
