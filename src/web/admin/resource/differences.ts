export interface Difference {
  label: string;
  mine: string;
  saved: string;
}

const yesOrNo = (value: boolean) => (value ? "Yes" : "No");

const savedText = (value: unknown) => (typeof value === "boolean" ? yesOrNo(value) : String(value ?? ""));

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const typedText = (control: Control) =>
  control instanceof HTMLInputElement && control.type === "checkbox" ? yesOrNo(control.checked) : control.value;

const labelText = (control: Control) => (control.labels?.[0]?.textContent ?? control.name).replace(" (optional)", "");

/** Fields whose typed value differs from the record. Skips fields without a label, such as hidden ones. */
export function findDifferences(form: HTMLFormElement, record: object): Difference[] {
  const saved = record as Record<string, unknown>;
  const controls = ([...form.elements] as Control[]).filter(
    ({ name, type, labels }) => name in saved && type !== "file" && labels && labels.length > 0,
  );
  return controls
    .map((control) => ({
      label: labelText(control),
      mine: typedText(control).trim(),
      saved: savedText(saved[control.name]),
    }))
    .filter(({ mine, saved }) => mine !== saved);
}
