import { createContext, createElement, type FunctionComponent, type HTMLAttributes, useContext } from "react";

/** What can be written down whole. A function cannot, and what it does would go unnoticed. */
type Plain<T> = T extends (...args: never[]) => unknown
  ? never
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T;

/** The server's memory of parts; a browser has none. Gives nothing for a part that has to be made in its place. */
export type TextOf = <Props extends object>(part: FunctionComponent<Props>, props: Props) => string | undefined;
export const KeptTexts = createContext<TextOf | undefined>(undefined);

interface KeptProps<Props> extends Omit<HTMLAttributes<HTMLElement>, "part"> {
  as: "div" | "footer" | "header" | "li" | "nav";
  part: FunctionComponent<Props>;
  /** What alone decides how the part looks when it is served: the same again is taken from memory. */
  with: Plain<Props>;
  /** For what holds words that somebody has typed: they are nobody's to keep, and there is no end of them. */
  fresh?: boolean;
}

/**
 * An element and the one part in it, which the server makes once and then keeps as text: most of a page made anew is as it
 * was before. A browser makes the part as any other and finds it in its place. The part cannot know when and on which page
 * it is shown, so it asks neither the clock nor the router for the address nor React for an id.
 */
export function Kept<Props extends object>({ as, part, with: given, fresh, ...rest }: KeptProps<Props>) {
  const props = given as Props;
  const textOf = useContext(KeptTexts);
  const text = fresh ? undefined : textOf?.(part, props);
  if (text === undefined) return createElement(as, rest, createElement(part, props));
  return createElement(as, { ...rest, dangerouslySetInnerHTML: { __html: text } });
}
