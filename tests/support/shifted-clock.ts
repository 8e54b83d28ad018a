import { readFileSync } from "node:fs";

/** Loaded into a shop before anything else, it puts the shop's clock off by as many milliseconds as CLOCK_FILE says at each SIGUSR2. */
const TrueDate = Date;
let shift = 0;

process.on("SIGUSR2", () => {
  shift = Number(readFileSync(process.env.CLOCK_FILE!, "utf8"));
});

class ShiftedDate extends TrueDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(TrueDate.now() + shift);
    else super(...(given as [number]));
  }
  static override now() {
    return TrueDate.now() + shift;
  }
}
globalThis.Date = ShiftedDate as DateConstructor;
