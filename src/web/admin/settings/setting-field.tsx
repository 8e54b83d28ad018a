import { type ComponentProps, type ReactNode, useContext } from "react";
import { DEFAULT_ACCENT } from "../../../contracts/settings/accent-rules.ts";
import { DEFAULT_BRAND, namesOldBrand } from "../../../contracts/settings/settings-rules.ts";
import { PasswordField } from "../../account/password-field.tsx";
import { SmallButton } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/choice-fields.tsx";
import { EmailField, Field, FormError, PhoneField, TextField } from "../../ui/field.tsx";
import type { SettingField as FieldOf, ListField as ListOf, SettingFieldProps, Values } from "./field-kinds.ts";
import {
  ChoiceField,
  ExpertField,
  GroupsContext,
  LegalField,
  PictureField,
  type ValueProps,
} from "./special-fields.tsx";

/** A list shows its own error or that of its first invalid entry. */
const errorBelow = (errors: Record<string, string>, path: string) =>
  errors[path] ?? Object.entries(errors).find(([name]) => name.startsWith(`${path}.`))?.[1];

function SettingField({ field, path, value, errors, onChange }: SettingFieldProps) {
  const isOld = namesOldBrand(value, useContext(GroupsContext).business.brand);
  const { label } = field;
  const emptyMark = value === "" && "emptyMark" in field && field.emptyMark;
  const mark = isOld ? `This text still names ${DEFAULT_BRAND}.` : emptyMark;
  const hint = mark || field.hint;
  const text = { name: path, label, hint, error: errors[path], className: mark ? "border-l-4 border-gold pl-3" : "" };
  const typed = {
    ...text,
    value: String(value ?? ""),
    required: !("isOptional" in field && field.isOptional),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  const toNumber = ({ target }: { target: HTMLInputElement }) =>
    onChange(target.value === "" ? null : target.valueAsNumber);
  switch (field.kind) {
    case "line":
      return <Field {...typed} />;
    case "secret":
      return <PasswordField {...typed} autoComplete="new-password" />;
    case "text":
      return <TextField {...typed} rows={3} />;
    case "email":
      return <EmailField {...typed} autoComplete="off" />;
    case "phone":
      return <PhoneField {...typed} autoComplete="off" />;
    case "url":
      return <Field {...typed} type="url" rule={`${label} must start with https://.`} />;
    case "date":
      return <Field {...typed} type="date" />;
    case "number":
      return <Field {...typed} type="number" inputMode="decimal" step="any" onChange={toNumber} />;
    case "flag":
      return <CheckboxField {...text} checked={value === true} onChange={({ target }) => onChange(target.checked)} />;
    case "expert":
      return <ExpertField {...text} value={String(value ?? "")} onChange={onChange} />;
    case "colour":
      return <ColourField {...text} value={value as string | null} onChange={onChange} />;
    case "lines":
      return (
        <TextField
          {...text}
          required={!field.isOptional}
          error={errorBelow(errors, path)}
          hint={hint ?? "One on each line."}
          rows={Math.max(3, (value as string[]).length + 1)}
          value={(value as string[]).join("\n")}
          onChange={({ target }) => onChange(target.value === "" ? [] : target.value.split("\n"))}
        />
      );
    case "object":
      return (
        <Group label={label} hint={hint}>
          <SettingFields
            fields={field.fields}
            path={path}
            values={value as Values}
            errors={errors}
            onChange={onChange}
          />
        </Group>
      );
    case "choice":
      return <ChoiceField field={field} path={path} value={value} errors={errors} onChange={onChange} />;
    case "list":
      return <ListField field={field} path={path} value={value} errors={errors} onChange={onChange} />;
    case "picture":
      return <PictureField field={field} path={path} value={value} errors={errors} onChange={onChange} />;
    case "legal":
      return <LegalField field={field} path={path} value={value} errors={errors} onChange={onChange} />;
  }
}

const Group = ({ label, hint, children }: { label: string; hint: string | undefined; children: ReactNode }) => (
  <fieldset className="panel col-span-full grid min-w-0 gap-3 p-4 in-[fieldset]:bg-ivory">
    <legend className="px-1.5 font-semibold">{label}</legend>
    {hint && <p className="text-small text-ink-soft">{hint}</p>}
    {children}
  </fieldset>
);

interface SettingFieldsProps extends Pick<SettingFieldProps, "path" | "errors"> {
  fields: readonly FieldOf[];
  values: Values;
  onChange: (values: Values) => void;
}

export function SettingFields({ fields, path, values, errors, onChange }: SettingFieldsProps) {
  return (
    <div className="fit-columns-[20rem] items-start gap-4 [&>:has(>textarea)]:col-span-full">
      {fields.map((field) => (
        <SettingField
          key={field.name}
          field={field}
          path={path ? `${path}.${field.name}` : field.name}
          value={values[field.name]}
          errors={errors}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </div>
  );
}

/** A colour, or `null` for the shop's default. */
function ColourField({ value, onChange, ...text }: ValueProps<string | null>) {
  return (
    <div className="grid justify-items-start gap-2">
      <Field
        {...text}
        type="color"
        required
        value={value ?? DEFAULT_ACCENT}
        onChange={({ target }) => onChange(target.value)}
        className="[&_input]:max-w-40 [&_label]:block"
      />
      {value !== null && (
        <button type="button" className="row-action" onClick={() => onChange(null)}>
          Use the shop's own colour
        </button>
      )}
    </div>
  );
}

function moved(items: Values[], from: number, to: number) {
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, items[from]!);
}

/** Entries can be added, removed and moved; those of a fixed list (without `create`) only edited. */
function ListField({ field, path, value, errors, onChange }: SettingFieldProps<ListOf>) {
  const { label, hint, noun, fields, create } = field;
  const items = value as Values[];
  const nameOf = (item: Values, index: number) => String(item.title || item.name || `${noun} ${index + 1}`);
  return (
    <Group label={label} hint={hint}>
      <FormError className="text-small">{errors[path]}</FormError>
      <ol className="grid gap-4">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id of their own, and their fields are controlled.
          <li key={index} className="grid gap-2 border-b border-line pb-4">
            <SettingFields
              fields={fields}
              path={`${path}.${index}`}
              values={item}
              errors={errors}
              onChange={(changed) => onChange(items.with(index, changed))}
            />
            {create && (
              <div className="flex flex-wrap gap-1">
                <RowButton
                  aria-label={`Move ${nameOf(item, index)} up`}
                  disabled={index === 0}
                  onClick={() => onChange(moved(items, index, index - 1))}
                >
                  Up
                </RowButton>
                <RowButton
                  aria-label={`Move ${nameOf(item, index)} down`}
                  disabled={index === items.length - 1}
                  onClick={() => onChange(moved(items, index, index + 1))}
                >
                  Down
                </RowButton>
                <RowButton
                  aria-label={`Remove ${nameOf(item, index)}`}
                  onClick={() => onChange(items.toSpliced(index, 1))}
                >
                  Remove
                </RowButton>
              </div>
            )}
          </li>
        ))}
      </ol>
      {create && <SmallButton onClick={() => onChange([...items, create()])}>Add a {noun}</SmallButton>}
    </Group>
  );
}

const RowButton = (props: ComponentProps<"button">) => (
  <button type="button" className="row-action disabled:text-ink-soft disabled:no-underline" {...props} />
);
