import type { Course } from "../../../contracts/catalogue/course.ts";
import { MAX_TITLE_LENGTH } from "../../../contracts/field-rules.ts";
import { Field, TextField } from "../../ui/field.tsx";
import type { FieldsProps } from "../resource/admin-resource.ts";
import { CheckboxField, RupeesField } from "../resource/fields.tsx";
import { DetailFields } from "./detail-fields.tsx";

export function CourseFields({ record, errors }: FieldsProps<Course>) {
  return (
    <>
      <Field
        label="Title"
        name="title"
        maxLength={MAX_TITLE_LENGTH}
        required
        defaultValue={record?.title}
        error={errors.title}
      />
      <div className="field-row">
        <RupeesField
          label="Actual price"
          name="actualPrice"
          min={1}
          required
          defaultValue={record?.actualPrice}
          error={errors.actualPrice}
        />
        <RupeesField
          label="Offer price"
          name="offerPrice"
          min={0}
          required
          defaultValue={record?.offerPrice}
          error={errors.offerPrice}
        />
      </div>
      <TextField
        label="Short description"
        name="shortDescription"
        rows={2}
        maxLength={500}
        defaultValue={record?.shortDescription}
        error={errors.shortDescription}
      />
      <TextField
        label="Description"
        name="description"
        maxLength={20_000}
        defaultValue={record?.description}
        error={errors.description}
      />
      <Field
        label="Group link"
        name="groupLink"
        type="url"
        inputMode="url"
        rule="Group link must be an address that starts with https://."
        hint="Only buyers who have paid see it."
        defaultValue={record?.groupLink}
        error={errors.groupLink}
      />
      <CheckboxField label="Top selling" name="topSelling" defaultChecked={record?.topSelling} />
      <DetailFields record={record} errors={errors} />
    </>
  );
}
