import { readFileSync } from "node:fs";

/** Preloaded with --import: shifts the clock by CLOCK_SHIFT_MS and, on SIGUSR2, by the milliseconds in CLOCK_FILE. */
const TrueDate = Date;
let shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);

process.on("SIGUSR2", () => {
  shift = Number(readFileSync(process.env.CLOCK_FILE!, "utf8"));
});

class ShiftedDate extends TrueDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(TrueDate.now() + shift);
    else super(...(args as [number]));
  }
  static override now() {
    return TrueDate.now() + shift;
  }
}
globalThis.Date = ShiftedDate as DateConstructor;
