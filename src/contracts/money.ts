/**
 * The API uses rupees, the database whole paise. Both sides convert only here; sums are made in paise. Inputs have two
 * decimals at most (`fields.ts`), so only an inexact binary fraction is rounded. Percentages: `coupons/discount.ts`.
 */
export const toPaise = (rupees: number) => Math.round(rupees * 100);
export const toRupees = (paise: number) => paise / 100;

const whole = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const formatNumber = (rupees: number) => (Number.isInteger(rupees) ? whole : exact).format(rupees);

/** `₹1,23,456`, with paise only where there are any: `₹99.50`. */
export const formatRupees = (rupees: number) => `₹${formatNumber(rupees)}`;

export const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Splits an amount by weight with the largest remainder method: the parts add up exactly, and no part exceeds its
 * weight as long as the amount does not exceed their sum. Big integers, because the products exceed 2^53.
 */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const sum = BigInt(sumOf(weights));
  if (sum === 0n) return weights.map(() => 0);
  const shares = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = shares.map((share) => Number(share / sum));
  const byRemainder = shares
    .map((share, place) => ({ place, remainder: share % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.place - b.place : a.remainder < b.remainder ? 1 : -1));
  for (const { place } of byRemainder.slice(0, amount - sumOf(parts))) parts[place]! += 1;
  return parts;
}
