import { useDeferredValue, useMemo, useState } from "react";
import type { Blog } from "../../../contracts/blog.ts";
import { MAX_MENTIONED, mentions } from "../../../contracts/blog-mentions.ts";
import { MAX_TITLE_LENGTH } from "../../../contracts/text-limits.ts";
import { renderArticle } from "../../blogs/article.ts";
import { Field, TextField } from "../../ui/field.tsx";
import type { FieldsProps } from "../resource/admin-resource.ts";
import { isFilled, MoreFields } from "../resource/more-fields.tsx";
import { PickField } from "../resource/pick-field.tsx";

const NONE: string[] = [];

export function BlogFields({ record, errors }: FieldsProps<Blog>) {
  const [content, setContent] = useState(record?.content ?? "");
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
      <TextField
        label="Content"
        name="content"
        rows={14}
        maxLength={100_000}
        required
        hint="Markdown: ## Heading, **bold**, - list, [text](https://…)"
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        error={errors.content}
      />
      <ArticlePreview content={useDeferredValue(content)} />
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
            ids={record?.[name] ?? NONE}
            error={errors[name]}
          />
        ))}
      </MoreFields>
    </>
  );
}

/** Renders the article as its public page will. */
function ArticlePreview({ content }: { content: string }) {
  const html = useMemo(() => renderArticle(content), [content]);
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard.
      tabIndex={0}
      className="article-preview rounded-control border border-line bg-ivory p-4"
    >
      <p className="eyebrow mb-3 text-ink-soft">Preview</p>
      {html ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: renderArticle escapes HTML and checks links.
        <div className="article" dangerouslySetInnerHTML={{ __html: html }} />
      ) : (
        <p className="text-ink-soft">What you write appears here as visitors will read it.</p>
      )}
    </section>
  );
}
