import type { Blog } from "../../../contracts/catalogue/blog.ts";
import { MAX_MENTIONED, mentions } from "../../../contracts/catalogue/blog-rules.ts";
import { MAX_TITLE_LENGTH } from "../../../contracts/field-rules.ts";
import { isFilled, MoreFields } from "../../ui/choice-fields.tsx";
import { Field } from "../../ui/field.tsx";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import type { FieldsProps } from "../resource/admin-resource.ts";
import { PickField } from "../resource/pick-field.tsx";

const NONE: string[] = [];

export function BlogFields({ record, errors, field }: FieldsProps<Blog>) {
  return (
    <>
      <Field label="Title" {...field("title")} maxLength={MAX_TITLE_LENGTH} required />
      <MarkdownEditor
        label="Content"
        {...field("content")}
        defaultValue={record?.content}
        maxLength={100_000}
        required
      />
      <MoreFields
        title="Mentioned products and courses"
        isOpen={isFilled(
          mentions.map(({ name }) => name),
          record,
          errors,
        )}
      >
        {mentions.map(({ name, label, kind }) => (
          <PickField
            key={name}
            label={label}
            name={name}
            kind={kind}
            max={MAX_MENTIONED}
            hint="Shown below the article, in this order."
            ids={record?.[name] ?? NONE}
            error={errors[name]}
          />
        ))}
      </MoreFields>
    </>
  );
}
