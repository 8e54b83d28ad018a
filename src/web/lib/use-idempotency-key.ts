import { useRef } from "react";

/** One idempotency key per form content: after a lost response, a retry must not move money twice. */
export function useIdempotencyKey() {
  const keys = useRef(new Map<string, string>());
  return (body: object) => {
    const text = JSON.stringify(body);
    const key = keys.current.get(text) ?? [...crypto.getRandomValues(new Uint32Array(4))].join("-");
    keys.current.set(text, key);
    return key;
  };
}
