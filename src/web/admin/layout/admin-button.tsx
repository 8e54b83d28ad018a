import type { ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";

/** Smaller than the shop's button, but still 44 px tall for touch. */
export const adminButton = "min-h-11 px-4 py-1.5";

export function AdminButton({ className, ...rest }: ComponentProps<typeof Button>) {
  return <Button {...rest} className={classes(adminButton, className)} />;
}
