import type { DocumentLine } from "../../contracts/documents/document-rules.ts";
import type { TaxSettings } from "../../contracts/settings/settings.ts";

const noAmounts = { valuePaise: 0, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };
export type Amounts = typeof noAmounts;
const amountNames = Object.keys(noAmounts) as (keyof Amounts)[];

export function addAmounts(to: Amounts, from: Amounts, sign: 1 | -1 = 1) {
  for (const name of amountNames) to[name] += sign * from[name];
}

export function sumAmounts(parts: Amounts[] = []) {
  const sum = { ...noAmounts };
  for (const part of parts) addAmounts(sum, part);
  return sum;
}

type TaxHeads = Pick<DocumentLine, "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise">;

/** `a / b` for whole numbers, half up. */
const divide = (a: number, b: number) => Math.floor((2 * a + b) / (2 * b));

/**
 * Splits a price that includes its tax (Rule 35 of the CGST Rules): each head is rounded half up to paise, the rest is
 * the taxable value. So CGST equals SGST, and the parts always add up to the price.
 */
export function taxHeads(valuePaise: number, rate: number, isInterState: boolean): TaxHeads {
  const hundredths = Math.round(rate * 100);
  const head = divide(valuePaise * hundredths, (isInterState ? 1 : 2) * (10_000 + hundredths));
  const heads = isInterState
    ? { cgstPaise: 0, sgstPaise: 0, igstPaise: head }
    : { cgstPaise: head, sgstPaise: head, igstPaise: 0 };
  return { taxablePaise: valuePaise - heads.cgstPaise - heads.sgstPaise - heads.igstPaise, ...heads };
}

export const untaxed = (valuePaise: number): TaxHeads => ({
  taxablePaise: valuePaise,
  cgstPaise: 0,
  sgstPaise: 0,
  igstPaise: 0,
});

/** The first year of the financial year of an Indian day: 2026 for 2027-03-31. */
const startYear = (day: string) => Number(day.slice(0, 4)) - (day.slice(5) < "04-01" ? 1 : 0);

/** `26-27`, from 1 April to 31 March. */
export function financialYear(day: string) {
  const year = startYear(day) % 100;
  return [year, (year + 1) % 100].map((part) => `${part}`.padStart(2, "0")).join("-");
}

/** Until 30 November after the financial year of an invoice a credit note reduces its tax (section 34). */
export const mayReduceTax = (invoiceDay: string, noteDay: string) => noteDay <= `${startYear(invoiceDay) + 1}-11-30`;

export type TaxRate = TaxSettings["classes"][number]["rates"][number] & { className: string };

/** The rate of a class on a day; before all dates the first. Undefined for a class that was removed. */
export function rateOn({ classes }: TaxSettings, classId: string, day: string): TaxRate | undefined {
  const found = classes.find(({ id }) => id === classId);
  if (!found) return undefined;
  const rates = [...found.rates].sort((a, b) => a.from.localeCompare(b.from));
  return { ...(rates.findLast(({ from }) => from <= day) ?? rates[0]!), className: found.name };
}
