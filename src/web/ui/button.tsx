import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Link } from "./link.tsx";

/** `accent` is the primary action of a screen, `quiet` everything else, `night` a button on dark ground. */
export type ButtonLook = "accent" | "quiet" | "night";

const shape =
  "inline-flex min-h-12 items-center justify-center gap-2 rounded-control border px-6 py-2.5 text-center text-base " +
  "leading-tight font-semibold transition-colors disabled:border-edge disabled:bg-sand disabled:text-ink-soft";

const looks: Record<ButtonLook, string> = {
  accent: "border-saffron-edge bg-saffron text-ink hover:bg-saffron-light active:bg-saffron",
  quiet: "border-edge bg-paper text-ink hover:border-ink hover:bg-sand",
  night: "border-gold-bright bg-transparent text-ivory hover:bg-night-soft",
};

type ButtonProps = ComponentProps<"button"> & { look?: ButtonLook; "data-leaves"?: boolean };

export function Button({ look = "quiet", className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={classes(shape, looks[look], className)} />;
}

export function LinkButton({
  look = "quiet",
  className,
  ...rest
}: ComponentProps<typeof Link> & { look?: ButtonLook }) {
  return <Link {...rest} className={classes(shape, looks[look], className)} />;
}

/** A link to another site that looks like a button; opens in a new tab. */
export function ExternalLinkButton({
  look = "quiet",
  className,
  ...rest
}: ComponentProps<"a"> & { look?: ButtonLook }) {
  return <a target="_blank" rel="noopener noreferrer" {...rest} className={classes(shape, looks[look], className)} />;
}

/** A button that shows only an icon; `label` is its accessible name. */
export function IconButton({ label, className, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classes("inline-flex size-11 shrink-0 items-center justify-center rounded-full", className)}
    />
  );
}
