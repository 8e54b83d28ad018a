/**
 * The API uses rupees, the database whole paise. Both sides convert only here; sums are made in paise. Inputs have two
 * decimals at most (`fields.ts`), so only an inexact binary fraction is rounded. Percentages: `coupons/discount.ts`.
 */
export const toPaise = (rupees: number) => Math.round(rupees * 100);
export const toRupees = (paise: number) => paise / 100;
