import { createElement, type ReactElement } from "react";
import type { TextOf } from "../ui/kept.tsx";

const MOST_TEXTS = 1_000;
/** What React puts before everything else because it belongs into the head: an urgent picture's preload, for one. */
const FOR_THE_HEAD = /^<(?:link|meta|script|style|title)\b/;

/**
 * Parts of pages as text, each under all that decides how it looks: the component and what it was given. So nothing in it
 * is ever out of date, and it is bounded: the oldest goes first and is made again if somebody still needs it.
 */
export function createKeptTexts(render: (element: ReactElement) => string, most = MOST_TEXTS): TextOf {
  const names = new Map<unknown, number>();
  const texts = new Map<string, string | undefined>();

  function make(element: ReactElement) {
    const text = render(element);
    return FOR_THE_HEAD.test(text) ? undefined : text;
  }

  return (part, props) => {
    if (!names.has(part)) names.set(part, names.size);
    const key = `${names.get(part)} ${JSON.stringify(props)}`;
    if (texts.has(key)) return texts.get(key);
    const text = make(createElement(part, props));
    if (texts.size >= most) texts.delete(texts.keys().next().value!);
    texts.set(key, text);
    return text;
  };
}
