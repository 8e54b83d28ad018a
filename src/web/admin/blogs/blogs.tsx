import type { Blog } from "../../../contracts/catalogue/blog.ts";
import { MAX_MENTIONED, mentions } from "../../../contracts/catalogue/blog-rules.ts";
import { MAX_IMAGES } from "../../../contracts/catalogue/image-rules.ts";
import { MAX_TITLE_LENGTH } from "../../../contracts/field-rules.ts";
import { previewOf } from "../../blogs/article.ts";
import { formatDay } from "../../lib/dates.ts";
import { isFilled, MoreFields } from "../../ui/choice-fields.tsx";
import { Field } from "../../ui/field.tsx";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import type { AdminResource, FieldsProps } from "../resource/admin-resource.ts";
import { PickField } from "../resource/pick-field.tsx";
import { RecordName, Thumbnails } from "../resource/resource-list.tsx";
import { resourceLoader } from "../resource/resource-loader.ts";
import { ResourceScreen } from "../resource/resource-screen.tsx";
import type { Route } from "./+types/blogs";

const NONE: string[] = [];

function BlogFields({ record, errors, field }: FieldsProps<Blog>) {
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

const PREVIEW_LENGTH = 100;

const blogs: AdminResource<"blogs"> = {
  kind: "blogs",
  noun: "blog",
  loadFailed: "❌ Failed to load blogs",
  columns: [
    { title: "Image", look: "pictures", cell: ({ images }) => <Thumbnails images={images} /> },
    { title: "Title", look: "wide", cell: RecordName },
    {
      title: "Preview",
      look: "wide",
      cell: ({ content }) => <span className="text-small text-ink-soft">{previewOf(content, PREVIEW_LENGTH)}</span>,
    },
    { title: "Date", look: "number", cell: ({ createdAt }) => formatDay(createdAt) },
  ],
  nameOf: ({ title }) => title,
  pictures: { of: ({ images }) => images, field: "images", max: MAX_IMAGES.blog },
  Fields: BlogFields,
};

export const clientLoader = resourceLoader("blogs");

export default function Blogs({ loaderData }: Route.ComponentProps) {
  return <ResourceScreen resource={blogs} data={loaderData} />;
}
