import type { ComponentProps } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";

/** For dense screens: smaller than the shop's button, but still 44 px tall for touch. */
export const smallButton = "min-h-11 px-4 py-1.5";

export const SmallButton = ({ className, ...rest }: ComponentProps<typeof Button>) => (
  <Button {...rest} className={classes(smallButton, className)} />
);
