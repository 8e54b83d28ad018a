import { createContext, type FunctionComponent, type HTMLAttributes, useContext } from "react";

/** What can be written down whole. A function cannot, and what it does would go unnoticed. */
type Plain<T> = T extends (...args: never[]) => unknown
  ? never
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T;

/** The server's memory of parts; a browser has none. Gives nothing for a part that has to be made in its place. */
export type TextOf = <Props extends object>(part: FunctionComponent<Props>, props: Props) => string | undefined;
export const KeptTexts = /* @__PURE__ */ createContext<TextOf | undefined>(undefined);

interface KeptProps<Props> extends Omit<HTMLAttributes<HTMLElement>, "part"> {
  as: "div" | "footer" | "li";
  part: FunctionComponent<Props>;
  /** What alone decides how the part looks when it is served: the same again is taken from memory. */
  with: Plain<Props>;
  /** For what holds words that somebody has typed: they are nobody's to keep, and there is no end of them. */
  fresh?: boolean;
}

/** As a browser makes it, and the server where there is nothing to be kept. */
function madeInPlace<Props extends object>({ as: Place, part: Part, with: given, fresh, ...rest }: KeptProps<Props>) {
  return (
    <Place {...rest}>
      <Part {...(given as Props)} />
    </Place>
  );
}

function ServedKept<Props extends object>(props: KeptProps<Props>) {
  const textOf = useContext(KeptTexts);
  const { as: Place, part, with: given, fresh, ...rest } = props;
  const text = fresh ? undefined : textOf?.(part, given as Props);
  if (text === undefined) return madeInPlace(props);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has made this text.
  return <Place {...rest} dangerouslySetInnerHTML={{ __html: text }} />;
}

/**
 * An element and the one part in it, which the server makes once and then keeps as text: most of a page made anew is as it
 * was before. A browser makes the part as any other and finds it in its place. The part cannot know when and on which page
 * it is shown, so it asks neither the clock nor the router nor React for an id.
 */
export const Kept = import.meta.env.SSR ? ServedKept : madeInPlace;
