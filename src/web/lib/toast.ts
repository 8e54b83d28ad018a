import { createShared } from "./shared.ts";

export interface Toast {
  id: number;
  text: string;
  tone: "good" | "bad" | "plain";
  lastsMs: number;
  action?: { label: string; to: string; isNewTab?: boolean };
  /** A newer toast of the same topic replaces this one; without it, a toast of the same text does. */
  topic?: string;
}

const MAX_TOASTS = 3;
const shared = createShared<readonly Toast[]>([]);
let lastId = 0;

export function toast(text: string, options: Partial<Omit<Toast, "id" | "text">> = {}) {
  lastId += 1;
  const topicOf = (shown: Pick<Toast, "text" | "topic">) => shown.topic ?? shown.text;
  const others = shared.read().filter((shown) => topicOf(shown) !== topicOf({ text, topic: options.topic }));
  shared.write([...others, { tone: "good" as const, lastsMs: 3000, ...options, id: lastId, text }].slice(-MAX_TOASTS));
}

/** Toasts are a popover: what was opened last in the browser's top layer is above the other dialogs. */
export function raiseToasts() {
  const list = document.getElementById("toasts");
  list?.togglePopover?.(false);
  list?.togglePopover?.(true);
}

export const dismissToast = (id: number) => shared.write(shared.read().filter((shown) => shown.id !== id));

export const useToasts = shared.use;
