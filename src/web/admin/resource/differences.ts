import { type Control, labelOf } from "../../lib/field-errors.ts";

export interface Difference {
  label: string;
  mine: string;
  saved: string;
}

const yesOrNo = (value: boolean) => (value ? "Yes" : "No");

const savedText = (value: unknown) => (typeof value === "boolean" ? yesOrNo(value) : String(value ?? ""));

const typedText = (control: Control) =>
  control instanceof HTMLInputElement && control.type === "checkbox" ? yesOrNo(control.checked) : control.value;

/** Fields whose typed value differs from the record. Skips fields without a label, such as hidden ones. */
export function findDifferences(form: HTMLFormElement, record: object): Difference[] {
  const saved = record as Record<string, unknown>;
  const controls = ([...form.elements] as Control[]).filter(
    ({ name, type, labels }) => name in saved && type !== "file" && labels && labels.length > 0,
  );
  return controls
    .map((control) => ({
      label: labelOf(control),
      mine: typedText(control).trim(),
      saved: savedText(saved[control.name]),
    }))
    .filter(({ mine, saved }) => mine !== saved);
}
