import { toRupees } from "../../contracts/money.ts";

const whole = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `₹1,23,456`, with paise only where there are any: `₹99.50`. For mails and sentences. */
export const formatPaise = (paise: number) => `₹${(paise % 100 === 0 ? whole : exact).format(toRupees(paise))}`;
