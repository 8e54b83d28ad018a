import { useSyncExternalStore } from "react";

export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A value that the components of this page share. On the server it is always the first one. */
export function createShared<T>(first: T) {
  const { notify, subscribe } = createListeners();
  let value = first;
  const read = () => value;
  return {
    read,
    write(next: T) {
      value = next;
      notify();
    },
    use: () => useSyncExternalStore(subscribe, read, () => first),
  };
}
