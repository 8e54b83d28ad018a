import { useMemo } from "react";
import { renderArticle } from "../../blogs/article.ts";

/** Renders the text as its public page will. */
export function MarkdownPreview({ text }: { text: string }) {
  const html = useMemo(() => renderArticle(text), [text]);
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard.
      tabIndex={0}
      className="markdown-preview"
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
