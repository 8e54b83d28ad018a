export interface Difference {
  label: string;
  mine: string;
  saved: string;
}

const yesOrNo = (is: boolean) => (is ? "Yes" : "No");

const savedText = (value: unknown) => (typeof value === "boolean" ? yesOrNo(value) : String(value ?? ""));

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const typedText = (control: Control) =>
  control instanceof HTMLInputElement && control.type === "checkbox" ? yesOrNo(control.checked) : control.value;

const labelOf = (control: Control) => (control.labels?.[0]?.textContent ?? control.name).replace(" (optional)", "");

/** Where what is typed in a form is not what a record says; only fields that have a label are for people. */
export function differencesOf(form: HTMLFormElement, record: object): Difference[] {
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
