import type { Expert } from "../../../contracts/catalogue/expert.ts";
import { listDetails } from "../../../contracts/catalogue/expert-rules.ts";
import { MAX_NAME_LENGTH } from "../../../contracts/field-rules.ts";
import { isFilled, MoreFields, RupeesField, SelectField, WholeNumberField } from "../../ui/choice-fields.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import type { FieldsProps } from "../resource/admin-resource.ts";

const prices = [
  { label: "Price a minute", name: "price", hint: "Shown on the list." },
  { label: "Audio price", name: "audioPrice", hint: "Empty: the price." },
  { label: "Video price", name: "videoPrice", hint: "Empty: the price." },
] as const;

export function ExpertFields({ record, errors, field }: FieldsProps<Expert>) {
  const listHint = "Separated by commas.";
  return (
    <>
      <Field label="Name" {...field("name")} maxLength={MAX_NAME_LENGTH} required />
      <Field label="Languages" {...field("languages")} maxLength={300} hint={listHint} />
      <Field label="Domain" {...field("domain")} maxLength={300} hint={listHint} />
      <div className="field-row">
        {prices.map(({ name, ...text }) => (
          <RupeesField key={name} {...field(name)} {...text} min={1} />
        ))}
        <WholeNumberField label="Experience" {...field("exp")} min={0} max={100} hint="In years." />
      </div>
      <SelectField label="Status" name="status" defaultValue={record?.status ?? "offline"} error={errors.status}>
        <option value="online">Online</option>
        <option value="offline">Offline</option>
      </SelectField>
      <TextField label="Description" {...field("description")} maxLength={20_000} />
      <MoreFields
        title="Details: topics, sample questions"
        isOpen={isFilled(
          listDetails.map(({ name }) => name),
          record,
          errors,
        )}
      >
        {listDetails.map(({ name, label, items }) => (
          <TextField
            key={name}
            label={label}
            name={name}
            hint={`One on each line, at most ${items}.`}
            defaultValue={record?.[name].join("\n")}
            error={errors[name]}
          />
        ))}
      </MoreFields>
    </>
  );
}
