import type { Course } from "../../../contracts/catalogue/course.ts";
import {
  formatSyllabus,
  MAX_WEEKS,
  noCourseDetails,
  type TextDetail,
  textDetails,
} from "../../../contracts/catalogue/course-rules.ts";
import { Field, TextField } from "../../ui/field.tsx";
import type { FieldsProps } from "../resource/admin-resource.ts";
import { WholeNumberField } from "../resource/fields.tsx";
import { isFilled, MoreFields } from "../resource/more-fields.tsx";
import { TeacherField } from "./teacher-field.tsx";

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
