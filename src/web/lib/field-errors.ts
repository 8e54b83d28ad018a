export type Errors = Record<string, string>;

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const labelOf = ({ labels, name }: Control) => (labels?.[0]?.textContent ?? name).replace(" (optional)", "");

/** Whitespace counts as empty, as on the server, except in passwords. */
const isMissing = ({ required, type, value, validity }: Control) =>
  required && !validity.badInput && (type === "password" ? value : value.trim()) === "";

/** The validation message of a field; empty when it is valid. The browser validates by the field's attributes. */
export function errorOf(control: Control) {
  if (isMissing(control)) return `${labelOf(control)} is required.`;
  return control.validity.valid ? "" : (control.dataset.rule ?? control.validationMessage);
}

export function findErrors(form: HTMLFormElement): Errors {
  const controls = ([...form.elements] as Control[]).filter(({ name, willValidate }) => name && willValidate);
  return Object.fromEntries(controls.map((control) => [control.name, errorOf(control)]).filter(([, error]) => error));
}
