import { useEffect, useId, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";

const keys = [
  ["/", "Go to the search of this screen"],
  ["n", "Make a new record, where the screen has some"],
  ["?", "Show this list"],
] as const;

const TYPING = "input:not([type=checkbox]), textarea, select, [contenteditable]";

/** The key belongs to a text field or to an open dialog. */
const isTyping = (event: KeyboardEvent) =>
  (event.target instanceof Element && event.target.closest(TYPING) !== null) ||
  document.querySelector("dialog[open]") !== null;

const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`);

interface AdminKeysProps {
  isOpen: boolean;
  onOpen: () => void;
  /** Must be a stable function, as for every dialog. */
  onClose: () => void;
}

/** The shortcut keys of the admin, and the dialog that lists them. `n` clicks the page's `aria-keyshortcuts="n"` button. */
export function AdminKeys({ isOpen, onOpen, onClose }: AdminKeysProps) {
  const [isOn, setOn] = useState(true);
  const id = useId();

  useEffect(() => {
    const actions: Record<string, () => void> = {
      "/": () => find("[type=search]")?.focus(),
      n: () => find("[aria-keyshortcuts=n]")?.click(),
      "?": onOpen,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actions[event.key];
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (!action || !isOn || isChord || event.defaultPrevented || isTyping(event)) return;
      // The action may focus a field: the key must not be typed into it.
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isOn, onOpen]);

  return (
    <Dialog open={isOpen} onClose={onClose} title="Keys" look="choice" describedBy={id}>
      <div id={id} className="px-5 pb-5">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
          {keys.map(([key, text]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="inline-grid min-h-8 min-w-8 place-items-center rounded-[6px] border border-edge bg-sand font-sans font-semibold">
                  {key}
                </kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-small text-ink-soft">They do nothing while you type in a field.</p>
        <label className="mt-2 flex min-h-11 items-center gap-3 font-semibold">
          <input
            type="checkbox"
            checked={isOn}
            onChange={(event) => setOn(event.currentTarget.checked)}
            className="size-5 accent-ink"
          />
          Keys are on
        </label>
      </div>
    </Dialog>
  );
}
