import "./editor.css";
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { renderArticle } from "../../blogs/article.ts";
import { SmallButton } from "../../ui/button.tsx";
import { ChipButton } from "../../ui/chip.tsx";
import { classes } from "../../ui/classes.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { control, type FieldText, useFieldText } from "../../ui/field.tsx";
import { countOf } from "../layout/labels.ts";

const SYNTAX = "Markdown: ## Heading, **bold**, - list, [text](https://…)";

interface MarkdownEditorProps extends FieldText {
  name: string;
  defaultValue?: string | undefined;
  maxLength: number;
  required?: boolean;
  rows?: number;
  onText?: (text: string) => void;
}

/**
 * A field for long texts in Markdown, with a live preview and an editor over the whole screen. A form reads it like any
 * other field by its name.
 */
export function MarkdownEditor({
  label,
  error,
  hint = SYNTAX,
  defaultValue = "",
  required,
  rows = 14,
  onText,
  ...textarea
}: MarkdownEditorProps) {
  const [text, setText] = useState(defaultValue);
  const [isWide, setWide] = useState(false);
  const change = (changed: string) => {
    setText(changed);
    onText?.(changed);
  };
  const closeWide = () => setWide(false);
  const field = useFieldText({ label, error, hint });
  const shown = useDeferredValue(text);
  return (
    <div className="@container">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        {field.label(required)}
        <button type="button" aria-haspopup="dialog" onClick={() => setWide(true)} className="row-action -mr-2">
          Full width<span className="sr-only"> editor of {label}</span>
        </button>
      </div>
      <div className="grid gap-3 @min-[48rem]:grid-cols-2">
        <textarea
          {...textarea}
          {...field.attributes}
          rows={rows}
          required={required}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          className={classes(control, "py-3")}
        />
        <MarkdownPreview text={shown} className="max-h-104 p-4 @min-[48rem]:mt-1.5" />
      </div>
      {field.note}
      <WideEditor
        label={label}
        isOpen={isWide}
        onClose={closeWide}
        text={text}
        onChange={change}
        maxLength={textarea.maxLength}
      />
    </div>
  );
}

interface WideEditorProps {
  label: string;
  isOpen: boolean;
  onClose: () => void;
  text: string;
  onChange: (text: string) => void;
  maxLength: number;
}

const countWords = (text: string) => {
  const count = text.split(/\s+/).filter(Boolean).length;
  return countOf(count, "word", "words");
};

const PANE = "p-4 min-[56rem]:px-[clamp(1.5rem,3vw,3rem)] min-[56rem]:py-6";
const HIDDEN_PANE = "max-[56rem]:hidden";

/** The text and its preview over the whole screen: side by side, on narrow screens one at a time. */
function WideEditor({ label, isOpen, onClose, text, onChange, maxLength }: WideEditorProps) {
  const [tab, setTab] = useState<"write" | "preview">("write");
  const textarea = useRef<HTMLTextAreaElement>(null);
  const shown = useDeferredValue(text);

  // By default the dialog would focus its Close button.
  useEffect(() => {
    if (isOpen) textarea.current?.focus();
  }, [isOpen]);

  // While it is closed, only the field itself has the label.
  const name = isOpen ? label : "";
  return (
    <Dialog open={isOpen} onClose={onClose} title={name} look="choice">
      <div className="wide-editor flex min-h-0 flex-1 flex-col gap-3 px-5 pb-4">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be part of the form around it. */}
        <div role="group" aria-label="Show" className="flex gap-2 min-[56rem]:hidden">
          <ChipButton current={tab === "write"} onSelect={() => setTab("write")}>
            Write
          </ChipButton>
          <ChipButton current={tab === "preview"} onSelect={() => setTab("preview")}>
            Preview
          </ChipButton>
        </div>
        <div className="grid min-h-0 flex-1 min-[56rem]:grid-cols-2 min-[56rem]:gap-5">
          <textarea
            ref={textarea}
            aria-label={name}
            maxLength={maxLength}
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
            className={classes(
              "resize-none rounded-control border border-edge bg-paper",
              PANE,
              tab === "preview" && HIDDEN_PANE,
            )}
          />
          <MarkdownPreview text={shown} className={classes(PANE, tab === "write" && HIDDEN_PANE)} />
        </div>
        <div className="flex items-center justify-between gap-4">
          <p className="text-small text-ink-soft">{countWords(shown)}</p>
          <SmallButton look="accent" onClick={onClose}>
            Done
          </SmallButton>
        </div>
      </div>
    </Dialog>
  );
}

function MarkdownPreview({ text, className }: { text: string; className: string }) {
  const html = useMemo(() => renderArticle(text), [text]);
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard.
      tabIndex={0}
      className={classes("overflow-y-auto rounded-control border border-line bg-ivory", className)}
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
