import { formatSyllabus } from "../../../contracts/catalogue/course-rules.ts";
import { type Control, labelOf } from "../../lib/field-errors.ts";

export interface Difference {
  label: string;
  mine: string;
  saved: string;
}

const yesOrNo = (value: boolean) => (value ? "Yes" : "No");

/** A list as the form's text: one item per line, or a formatted syllabus. */
const listText = (values: unknown[]) =>
  values.every((value) => typeof value === "string") ? values.join("\n") : formatSyllabus(values as []);

function savedText(value: unknown) {
  if (Array.isArray(value)) return listText(value);
  return typeof value === "boolean" ? yesOrNo(value) : String(value ?? "");
}

const typedText = (control: Control) =>
  control instanceof HTMLInputElement && control.type === "checkbox" ? yesOrNo(control.checked) : control.value.trim();

/** The option's label, because the value is only an id. */
const nameIn = (select: HTMLSelectElement, value: string) =>
  [...select.options].find((option) => option.value === value)?.text ?? value;

function compare(control: Control, value: unknown): Difference {
  // A list of chosen records is sent in a hidden field.
  const { label, titles } = control.dataset;
  if (label !== undefined) {
    const ids = value as string[];
    const isSame = ids.join() === control.value;
    return { label, mine: titles ?? "", saved: isSame ? (titles ?? "") : `${ids.length} chosen` };
  }
  const [mine, saved] = [typedText(control), savedText(value)];
  const isSelect = control instanceof HTMLSelectElement;
  return {
    label: labelOf(control),
    mine: isSelect ? nameIn(control, mine) : mine,
    saved: isSelect ? nameIn(control, saved) : saved,
  };
}

/** Fields whose typed value differs from the record. Skips fields without a label, such as hidden ones. */
export function findDifferences(form: HTMLFormElement, record: object): Difference[] {
  const saved = record as Record<string, unknown>;
  const controls = ([...form.elements] as Control[]).filter(
    ({ name, type, labels, dataset }) =>
      name in saved && type !== "file" && ((labels && labels.length > 0) || dataset.label !== undefined),
  );
  return controls.map((control) => compare(control, saved[control.name])).filter(({ mine, saved }) => mine !== saved);
}
