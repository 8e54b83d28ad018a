import { createListeners } from "./shared.ts";

/** A text in localStorage with its parsed value. If storage is full or blocked, it stays in memory until the page is closed. */
export function createStored<T>(key: string, parse: (text: string | null) => T) {
  const listeners = createListeners();
  let text: string | null = null;
  let value = parse(null);
  let storageWorks = true;

  return {
    read() {
      try {
        const found = storageWorks ? localStorage.getItem(key) : text;
        if (found !== text) {
          text = found;
          value = parse(found);
        }
      } catch {
        storageWorks = false;
      }
      return { text, value };
    },
    write(next: string | null) {
      text = next;
      value = parse(next);
      try {
        if (next === null) localStorage.removeItem(key);
        else localStorage.setItem(key, next);
      } catch {
        storageWorks = false;
      }
    },
    /** Calls the listeners of this page; other tabs are told by the browser. */
    notify: listeners.notify,
    subscribe(listener: () => void) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      const unsubscribe = listeners.subscribe(listener);
      window.addEventListener("storage", onStorage);
      // A page restored from the back/forward cache has missed storage events.
      window.addEventListener("pageshow", listener);
      return () => {
        unsubscribe();
        window.removeEventListener("storage", onStorage);
        window.removeEventListener("pageshow", listener);
      };
    },
  };
}
