import type { Course } from "../../../contracts/catalogue/course.ts";
import {
  formatSyllabus,
  MAX_WEEKS,
  noCourseDetails,
  type TextDetail,
  textDetails,
} from "../../../contracts/catalogue/course-rules.ts";
import type { Expert } from "../../../contracts/catalogue/expert.ts";
import { MAX_IMAGES } from "../../../contracts/catalogue/image-rules.ts";
import { MAX_TITLE_LENGTH } from "../../../contracts/field-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatRupees } from "../../lib/money.ts";
import { useLoad } from "../../lib/use-load.ts";
import {
  CheckboxField,
  isFilled,
  MoreFields,
  Options,
  RupeesField,
  SelectField,
  WholeNumberField,
} from "../../ui/choice-fields.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import type { AdminResource, FieldsProps } from "../resource/admin-resource.ts";
import { RecordName, Thumbnails } from "../resource/resource-list.tsx";
import { resourceLoader } from "../resource/resource-loader.ts";
import { ResourceScreen } from "../resource/resource-screen.tsx";
import { TaxClassField } from "../resource/tax-class-field.tsx";
import type { Route } from "./+types/courses";

function CourseFields({ record, errors, field }: FieldsProps<Course>) {
  return (
    <>
      <Field label="Title" {...field("title")} maxLength={MAX_TITLE_LENGTH} required />
      <div className="fit-columns-[9.5rem] gap-4">
        <RupeesField label="Actual price" {...field("actualPrice")} min={1} required />
        <RupeesField label="Offer price" {...field("offerPrice")} min={0} required />
      </div>
      <TextField label="Short description" {...field("shortDescription")} rows={2} maxLength={500} />
      <TextField label="Description" {...field("description")} maxLength={20_000} />
      <Field
        label="Group link"
        {...field("groupLink")}
        type="url"
        inputMode="url"
        rule="Group link must be an address that starts with https://."
        hint="Only buyers who have paid see it."
      />
      <CheckboxField label="Top selling" name="topSelling" defaultChecked={record?.topSelling} />
      <DetailFields record={record} errors={errors} field={field} />
      <MoreFields title="Tax" isOpen={isFilled(["taxClass"], record, errors)}>
        <TaxClassField {...field("taxClass")} none="As all courses" />
      </MoreFields>
    </>
  );
}

const HINTS: Partial<Record<TextDetail, string>> = {
  days: "For example: Tue, Thu 7 pm.",
  recordings: "For example: for one year.",
};

function DetailFields({ record, errors, field }: Omit<FieldsProps<Course>, "latest">) {
  return (
    <MoreFields
      title="Details: weeks, days, teacher, syllabus …"
      isOpen={isFilled(Object.keys(noCourseDetails), record, errors)}
    >
      <div className="fit-columns-[9.5rem] gap-4">
        <WholeNumberField label="Weeks" {...field("weeks")} min={1} max={MAX_WEEKS} />
        <Field
          label="Next start"
          {...field("nextStart")}
          type="date"
          min="2000-01-01"
          max="2099-12-31"
          rule="Next start must be a date."
          hint="Hidden when the day is over."
        />
        <Field label="Start time" {...field("startTime")} type="time" hint="Of the first class." />
      </div>
      {textDetails.map(({ name, label, max }) => (
        <Field key={name} label={label} {...field(name)} maxLength={max} hint={HINTS[name]} />
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

const nameOf = ({ name, published }: Expert) => (published ? name : `${name} (draft: no card yet)`);

/** The chosen expert always has an option, even while loading or after removal, so that saving keeps the choice. */
function TeacherField({ teacherId, error }: { teacherId: string | null | undefined; error: string | undefined }) {
  const { data: experts } = useLoad(() => browserApi.call("GET /api/experts", {}), "experts");
  const others = experts?.filter(({ _id }) => _id !== teacherId) ?? [];
  const chosen = experts?.find(({ _id }) => _id === teacherId);
  const missing = experts ? "An expert who was deleted" : "The chosen expert";
  return (
    <SelectField label="Teacher" name="teacherId" defaultValue={teacherId ?? ""} error={error}>
      <option value="">Nobody</option>
      {teacherId && <option value={teacherId}>{chosen ? nameOf(chosen) : missing}</option>}
      <Options of={others.map((expert) => [expert._id, nameOf(expert)])} />
    </SelectField>
  );
}

const imagesOf = ({ image }: { image: string | null }) => (image ? [image] : []);

const courses: AdminResource<"courses"> = {
  kind: "courses",
  noun: "course",
  loadFailed: "❌ Failed to load courses",
  columns: [
    { title: "Image", look: "pictures", cell: (course) => <Thumbnails images={imagesOf(course)} /> },
    { title: "Title", look: "wide", cell: RecordName },
    { title: "Price", look: "number", cell: ({ actualPrice }) => formatRupees(actualPrice) },
    { title: "Offer", look: "number", cell: ({ offerPrice }) => formatRupees(offerPrice) },
    { title: "Top Selling", cell: ({ topSelling }) => (topSelling ? "Yes" : "No") },
  ],
  nameOf: ({ title }) => title,
  pictures: { of: imagesOf, field: "image", max: MAX_IMAGES.course },
  Fields: CourseFields,
};

export const clientLoader = resourceLoader("courses");

export default function Courses({ loaderData }: Route.ComponentProps) {
  return <ResourceScreen resource={courses} data={loaderData} />;
}
