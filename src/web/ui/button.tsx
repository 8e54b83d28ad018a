import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Link } from "./link.tsx";

/** `accent` is the primary action of a screen, `quiet` everything else, `night` a button on dark ground. */
export type ButtonLook = "accent" | "quiet" | "night";

const lookOf = (look: ButtonLook, className?: string) => classes("button", `button-${look}`, className);

type ButtonProps = ComponentProps<"button"> & { look?: ButtonLook; "data-leaves"?: boolean };

export function Button({ look = "quiet", className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={lookOf(look, className)} />;
}

export function LinkButton({
  look = "quiet",
  className,
  ...rest
}: ComponentProps<typeof Link> & { look?: ButtonLook }) {
  return <Link {...rest} className={lookOf(look, className)} />;
}

/** A link to another site that looks like a button; opens in a new tab. */
export function ExternalLinkButton({
  look = "quiet",
  className,
  ...rest
}: ComponentProps<"a"> & { look?: ButtonLook }) {
  return <a target="_blank" rel="noopener noreferrer" {...rest} className={lookOf(look, className)} />;
}

/** A button that shows only an icon; `label` is its accessible name. */
export function IconButton({ label, className, ...rest }: ComponentProps<"button"> & { label: string }) {
  return <button type="button" {...rest} aria-label={label} className={classes("icon-button", className)} />;
}

/** For dense screens: smaller than the shop's button, but still 44 px tall for touch. */
export const smallButton = "min-h-11 px-4 py-1.5";

export const SmallButton = ({ className, ...rest }: ComponentProps<typeof Button>) => (
  <Button {...rest} className={classes(smallButton, className)} />
);
