/** A cell of a table; undefined where it could not be measured. */
export type Cell = string | number | undefined;

export interface Table {
  title: string;
  columns: string[];
  rows: Cell[][];
  /** How it was measured. */
  note?: string;
}

/** A goal and the measured value. */
export interface Check {
  what: string;
  unit: string;
  measured: number;
  atLeast?: number;
  atMost?: number;
}

export interface Findings {
  tables: Table[];
  checks: Check[];
}

export const isMet = ({ measured, atLeast, atMost }: Check) =>
  (atLeast === undefined || measured >= atLeast) && (atMost === undefined || measured <= atMost);

/** Rounds to three significant digits. */
export function round(value: number): number {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return Number(value.toFixed(Math.min(digits, 3)));
}
