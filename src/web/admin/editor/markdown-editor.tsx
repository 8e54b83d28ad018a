import "./editor.css";
import { useCallback, useDeferredValue, useState } from "react";
import { classes } from "../../ui/classes.ts";
import { control, type FieldText, useFieldText } from "../../ui/field.tsx";
import { MarkdownPreview } from "./markdown-preview.tsx";
import { WideEditor } from "./wide-editor.tsx";

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
  const closeWide = useCallback(() => setWide(false), []);
  const field = useFieldText({ label, error, hint });
  const shown = useDeferredValue(text);
  return (
    <div className="markdown-editor">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        {field.label(required)}
        <button type="button" aria-haspopup="dialog" onClick={() => setWide(true)} className="row-action -mr-2">
          Full width<span className="sr-only"> editor of {label}</span>
        </button>
      </div>
      <div className="markdown-panes">
        <textarea
          {...textarea}
          {...field.attributes}
          rows={rows}
          required={required}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          className={classes(control, "py-3")}
        />
        <MarkdownPreview text={shown} />
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
