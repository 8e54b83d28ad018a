/** One line of a part's table; a cell that could not be measured is empty. */
export type Cell = string | number | undefined;

export interface Table {
  title: string;
  columns: string[];
  rows: Cell[][];
  /** How it was measured, where the title does not say it. */
  note?: string;
}

/** What the shop promises of itself, and what it was. */
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

/** Three figures are more than such a measurement is worth. */
export function round(value: number): number {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return Number(value.toFixed(Math.min(digits, 3)));
}
