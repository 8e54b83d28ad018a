import { type ComponentProps, type ReactNode, useId } from "react";
import { EMAIL_RULE, PHONE_PATTERN, PHONE_RULE } from "../../contracts/field-rules.ts";
import { classes } from "./classes.ts";

export interface FieldText {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** The message when the input violates an attribute other than `required`. */
  rule?: string | undefined;
}

export const control =
  "mt-1.5 w-full rounded-control border border-edge bg-paper px-4 text-base placeholder:text-ink-soft aria-invalid:border-rose aria-invalid:border-2";

export function useFieldText({ label, error, hint, rule }: FieldText) {
  const id = useId();
  const noteId = `${id}-note`;
  return {
    attributes: {
      id,
      "data-rule": rule,
      "aria-invalid": error ? true : undefined,
      "aria-describedby": error || hint ? noteId : undefined,
    },
    label: (required: boolean | undefined) => (
      <label htmlFor={id} className="font-semibold">
        {label}
        {!required && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
    ),
    note: (error || hint) && (
      <p id={noteId} className={classes("mt-1 text-small", error ? "font-medium text-rose" : "text-ink-soft")}>
        {error || hint}
      </p>
    ),
  };
}

export function Field({ label, error, hint, rule, className, ...input }: ComponentProps<"input"> & FieldText) {
  const text = useFieldText({ label, error, hint, rule });
  return (
    <div className={className}>
      {text.label(input.required)}
      <input {...input} {...text.attributes} className={classes(control, "min-h-12")} />
      {text.note}
    </div>
  );
}

type LabelledProps = Omit<ComponentProps<typeof Field>, "label"> & { label?: string };

export const EmailField = (props: LabelledProps) => (
  <Field label="Email" type="email" inputMode="email" autoComplete="email" required rule={EMAIL_RULE} {...props} />
);

export const PhoneField = (props: LabelledProps) => (
  <Field
    label="Phone"
    type="tel"
    inputMode="tel"
    autoComplete="tel"
    pattern={PHONE_PATTERN}
    rule={PHONE_RULE}
    {...props}
  />
);

export function TextField({ label, error, hint, className, ...textarea }: ComponentProps<"textarea"> & FieldText) {
  const text = useFieldText({ label, error, hint });
  return (
    <div className={className}>
      {text.label(textarea.required)}
      <textarea rows={5} {...textarea} {...text.attributes} className={classes(control, "py-3")} />
      {text.note}
    </div>
  );
}

/** The message beside a button that failed. Empty until then, so that screen readers announce the change. */
export const FormError = ({ className, children }: { className?: string; children: ReactNode }) => (
  <p role="alert" className={classes("font-medium text-rose empty:hidden", className)}>
    {children}
  </p>
);
