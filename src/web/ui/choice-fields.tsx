import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import { control, Field, type FieldText, useFieldText } from "./field.tsx";

/** Form fields that only the admin uses; see `ui/field.tsx` for the shared ones. */

export function SelectField({ label, error, hint, className, ...select }: ComponentProps<"select"> & FieldText) {
  const text = useFieldText({ label, error, hint });
  return (
    <div className={className}>
      {text.label(select.required)}
      <select {...select} {...text.attributes} className={classes(control, "min-h-12")} />
      {text.note}
    </div>
  );
}

/** The options of a select: texts, or pairs of a value and its text. */
export const Options = ({ of }: { of: readonly (string | readonly [value: string, text: string])[] }) =>
  of.map((option) => {
    const [value, text] = typeof option === "string" ? [option, option] : option;
    return (
      <option key={value} value={value}>
        {text}
      </option>
    );
  });

export function CheckboxField({ label, error, hint, ...input }: ComponentProps<"input"> & FieldText) {
  const { attributes, note } = useFieldText({ label, error, hint });
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input {...input} {...attributes} type="checkbox" className="size-5 accent-ink" />
        {label}
      </label>
      {note}
    </div>
  );
}

interface RadioChoiceProps {
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of the choices in a fieldset that decides which fields the form has. */
export const RadioChoice = ({ label, isChosen, onChoose }: RadioChoiceProps) => (
  <label className="flex min-h-11 items-center gap-2">
    <input type="radio" name="by" checked={isChosen} onChange={onChoose} className="size-5 accent-ink" />
    {label}
  </label>
);

type NumberProps = ComponentProps<typeof Field>;

const rangeOf = ({ min, max }: NumberProps) => (max === undefined ? `at least ${min}` : `${min} to ${max}`);

export const RupeesField = (props: NumberProps) => (
  <Field
    type="number"
    inputMode="decimal"
    step="0.01"
    rule={`${props.label} must be an amount of ${rangeOf(props)}, with two decimals at most.`}
    {...props}
  />
);

export const WholeNumberField = (props: NumberProps) => (
  <Field
    type="number"
    inputMode="numeric"
    step="1"
    rule={`${props.label} must be a whole number, ${rangeOf(props)}.`}
    {...props}
  />
);

/** Whether one of these fields has a value or an error. */
export const isFilled = (names: readonly string[], record: object | undefined, errors: Record<string, unknown>) =>
  names.some((name) => errors[name] || String((record as Record<string, unknown> | undefined)?.[name] ?? "") !== "");

/** Optional fields, collapsed while they are empty and without errors. */
export function MoreFields({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary className="min-h-11 py-2 font-semibold">{title}</summary>
      <div className="grid grid-cols-1 gap-4">{children}</div>
    </details>
  );
}
