export type Errors = Record<string, string>;

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const labelOf = ({ labels, name }: Control) => (labels?.[0]?.textContent ?? name).replace(" (optional)", "");

/** Spaces alone count as nothing, as on the server; in a password they count. */
const isMissing = ({ required, type, value, validity }: Control) =>
  required && !validity.badInput && (type === "password" ? value : value.trim()) === "";

/** What is wrong with a field, in a sentence; empty when nothing is. The browser checks it against its attributes. */
export function errorOf(control: Control) {
  if (isMissing(control)) return `${labelOf(control)} is required.`;
  return control.validity.valid ? "" : (control.dataset.rule ?? control.validationMessage);
}

/** The messages of all wrong fields, by name. */
export function findErrors(form: HTMLFormElement): Errors {
  const controls = ([...form.elements] as Control[]).filter(({ name, willValidate }) => name && willValidate);
  return Object.fromEntries(controls.map((control) => [control.name, errorOf(control)]).filter(([, error]) => error));
}
