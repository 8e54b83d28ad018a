import { useSyncExternalStore } from "react";

export interface Toast {
  id: number;
  text: string;
  tone: "good" | "bad" | "plain";
  lastsMs: number;
  action?: { label: string; to: string; isNewTab?: boolean };
  /** A newer toast of the same topic replaces this one; without it, a toast of the same text does. */
  topic?: string;
}

const NONE: readonly Toast[] = [];
const MAX_TOASTS = 3;
const listeners = new Set<() => void>();
let toasts = NONE;
let lastId = 0;

function show(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export function toast(text: string, options: Partial<Omit<Toast, "id" | "text">> = {}) {
  lastId += 1;
  const topicOf = (shown: Pick<Toast, "text" | "topic">) => shown.topic ?? shown.text;
  const others = toasts.filter((shown) => topicOf(shown) !== topicOf({ text, topic: options.topic }));
  show([...others, { tone: "good" as const, lastsMs: 3000, ...options, id: lastId, text }].slice(-MAX_TOASTS));
}

/** Toasts are a popover: what was opened last in the browser's top layer is above the other dialogs. */
export function raiseToasts() {
  const list = document.getElementById("toasts");
  list?.togglePopover?.(false);
  list?.togglePopover?.(true);
}

export const dismissToast = (id: number) => show(toasts.filter((shown) => shown.id !== id));

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useToasts = () =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
