import type { ReactNode } from "react";
import { classes } from "./classes.ts";

const tones = {
  night: "bg-night text-gold-bright",
  gold: "bg-gold-bright text-ink",
  sand: "bg-sand text-ink-soft",
  grey: "bg-grey text-ink-soft",
  rose: "bg-rose-wash text-rose",
  sage: "bg-sage-wash text-sage",
};

export function Badge({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return <span className={classes("badge", tones[tone])}>{children}</span>;
}
