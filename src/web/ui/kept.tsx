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
}

/**
 * An element and the one part in it, which the server makes once and then keeps as text: most of a page made anew is as it
 * was before. A browser makes the part as any other and finds it in its place. It cannot know on which page it is.
 */
export function Kept<Props extends object>({ as, part, with: given, ...rest }: KeptProps<Props>) {
  const props = given as Props;
  const text = useContext(KeptTexts)?.(part, props);
  if (text === undefined) return createElement(as, rest, createElement(part, props));
  return createElement(as, { ...rest, dangerouslySetInnerHTML: { __html: text } });
}
