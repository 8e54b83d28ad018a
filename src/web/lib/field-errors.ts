export type Errors = Record<string, string>;

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const labelOf = ({ labels, name }: Control) => (labels?.[0]?.textContent ?? name).replace(" (optional)", "");

function typeRule({ type }: Control, label: string) {
  return type === "email" ? "Enter a valid e-mail address." : `${label} must be an address that starts with https://.`;
}

/** The server trims texts, so spaces alone are nothing there. In a password they count. */
const isBlank = ({ required, type, value }: Control) => required && type !== "password" && value.trim() === "";

/** What is wrong with a field, in a sentence; empty when nothing is. The rules are the field's own attributes. */
export function errorOf(control: Control) {
  const { validity } = control;
  const { min, max, minLength, step, title } = control as HTMLInputElement;
  const label = labelOf(control);
  if (validity.badInput) return `${label} must be a number.`;
  if (validity.valueMissing || isBlank(control)) return `${label} is required.`;
  if (validity.typeMismatch) return typeRule(control, label);
  if (validity.patternMismatch) return title;
  if (validity.tooShort) return `${label} must have at least ${minLength} characters.`;
  if (validity.rangeUnderflow) return `${label} must be at least ${min}.`;
  if (validity.rangeOverflow) return `${label} must be at most ${max}.`;
  if (validity.stepMismatch)
    return step === "1" ? `${label} must be a whole number.` : `${label} can have two decimals at most.`;
  // A rule that has no sentence of ours: the browser's.
  return control.validationMessage;
}

/** The messages of all wrong fields, by name. */
export function findErrors(form: HTMLFormElement): Errors {
  const controls = ([...form.elements] as Control[]).filter(({ name, willValidate }) => name !== "" && willValidate);
  return Object.fromEntries(controls.map((control) => [control.name, errorOf(control)]).filter(([, error]) => error));
}
