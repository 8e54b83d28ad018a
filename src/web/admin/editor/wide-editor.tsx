import { useDeferredValue, useEffect, useRef, useState } from "react";
import { ChipButton } from "../../ui/chip.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AdminButton } from "../layout/admin-button.tsx";
import { countOf } from "../layout/counts.ts";
import { MarkdownPreview } from "./markdown-preview.tsx";

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

/** The text and its preview over the whole screen: side by side, on narrow screens one at a time. */
export function WideEditor({ label, isOpen, onClose, text, onChange, maxLength }: WideEditorProps) {
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
      <div className="wide-editor" data-tab={tab}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be part of the form around it. */}
        <div role="group" aria-label="Show" className="wide-editor-tabs">
          <ChipButton current={tab === "write"} onSelect={() => setTab("write")}>
            Write
          </ChipButton>
          <ChipButton current={tab === "preview"} onSelect={() => setTab("preview")}>
            Preview
          </ChipButton>
        </div>
        <div className="wide-editor-panes">
          <textarea
            ref={textarea}
            aria-label={name}
            maxLength={maxLength}
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <MarkdownPreview text={shown} />
        </div>
        <div className="flex items-center justify-between gap-4">
          <p className="text-small text-ink-soft">{countWords(shown)}</p>
          <AdminButton look="accent" onClick={onClose}>
            Done
          </AdminButton>
        </div>
      </div>
    </Dialog>
  );
}
