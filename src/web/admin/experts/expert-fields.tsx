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

export function ExpertFields({ record, errors }: FieldsProps<Expert>) {
  const listHint = "Separated by commas.";
  return (
    <>
      <Field
        label="Name"
        name="name"
        maxLength={MAX_NAME_LENGTH}
        required
        defaultValue={record?.name}
        error={errors.name}
      />
      <Field
        label="Languages"
        name="languages"
        maxLength={300}
        hint={listHint}
        defaultValue={record?.languages}
        error={errors.languages}
      />
      <Field
        label="Domain"
        name="domain"
        maxLength={300}
        hint={listHint}
        defaultValue={record?.domain}
        error={errors.domain}
      />
      <div className="field-row">
        {prices.map(({ name, ...text }) => (
          <RupeesField
            key={name}
            name={name}
            {...text}
            min={1}
            defaultValue={record?.[name] ?? undefined}
            error={errors[name]}
          />
        ))}
        <WholeNumberField
          label="Experience"
          name="exp"
          min={0}
          max={100}
          hint="In years."
          defaultValue={record?.exp ?? undefined}
          error={errors.exp}
        />
      </div>
      <SelectField label="Status" name="status" defaultValue={record?.status ?? "offline"} error={errors.status}>
        <option value="online">Online</option>
        <option value="offline">Offline</option>
      </SelectField>
      <TextField
        label="Description"
        name="description"
        maxLength={20_000}
        defaultValue={record?.description}
        error={errors.description}
      />
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
