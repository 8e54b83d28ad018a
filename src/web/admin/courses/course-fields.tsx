import { useEffect, useState } from "react";
import type { Course } from "../../../contracts/catalogue/course.ts";
import {
  formatSyllabus,
  MAX_WEEKS,
  noCourseDetails,
  type TextDetail,
  textDetails,
} from "../../../contracts/catalogue/course-rules.ts";
import type { Expert } from "../../../contracts/catalogue/expert.ts";
import { MAX_TITLE_LENGTH } from "../../../contracts/field-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import {
  CheckboxField,
  isFilled,
  MoreFields,
  RupeesField,
  SelectField,
  WholeNumberField,
} from "../../ui/choice-fields.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import type { FieldsProps } from "../resource/admin-resource.ts";

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

const HINTS: Partial<Record<TextDetail, string>> = {
  days: "For example: Tue, Thu 7 pm.",
  recordings: "For example: for one year.",
};

export function DetailFields({ record, errors }: Pick<FieldsProps<Course>, "record" | "errors">) {
  return (
    <MoreFields
      title="Details: weeks, days, teacher, syllabus …"
      isOpen={isFilled(Object.keys(noCourseDetails), record, errors)}
    >
      <div className="field-row">
        <WholeNumberField
          label="Weeks"
          name="weeks"
          min={1}
          max={MAX_WEEKS}
          defaultValue={record?.weeks ?? ""}
          error={errors.weeks}
        />
        <Field
          label="Next start"
          name="nextStart"
          type="date"
          min="2000-01-01"
          max="2099-12-31"
          rule="Next start must be a date."
          hint="Hidden when the day is over."
          defaultValue={record?.nextStart ?? ""}
          error={errors.nextStart}
        />
      </div>
      {textDetails.map(({ name, label, max }) => (
        <Field
          key={name}
          label={label}
          name={name}
          maxLength={max}
          hint={HINTS[name]}
          defaultValue={record?.[name]}
          error={errors[name]}
        />
      ))}
      <TeacherField teacherId={record?.teacherId} error={errors.teacherId} />
      <TextField
        label="Syllabus"
        name="syllabus"
        rows={8}
        hint="First line: the title of a part. Its text below. An empty line before the next part."
        defaultValue={record && formatSyllabus(record.syllabus)}
        error={errors.syllabus}
      />
    </MoreFields>
  );
}

interface TeacherFieldProps {
  teacherId: string | null | undefined;
  error: string | undefined;
}

const nameOf = ({ name, published }: Expert) => (published ? name : `${name} (draft: no card yet)`);

/** The chosen expert always has an option, even while loading or after removal, so that saving keeps the choice. */
export function TeacherField({ teacherId, error }: TeacherFieldProps) {
  const [experts, setExperts] = useState<Expert[]>();
  useEffect(() => {
    browserApi.call("GET /api/experts", {}).then(setExperts, () => setExperts(undefined));
  }, []);
  const others = experts?.filter(({ _id }) => _id !== teacherId) ?? [];
  const chosen = experts?.find(({ _id }) => _id === teacherId);
  const missing = experts ? "An expert who was deleted" : "The chosen expert";
  return (
    <SelectField label="Teacher" name="teacherId" defaultValue={teacherId ?? ""} error={error}>
      <option value="">Nobody</option>
      {teacherId && <option value={teacherId}>{chosen ? nameOf(chosen) : missing}</option>}
      {others.map((expert) => (
        <option key={expert._id} value={expert._id}>
          {nameOf(expert)}
        </option>
      ))}
    </SelectField>
  );
}
