import { formatRupees, toRupees } from "../../contracts/money.ts";

/** `₹1,23,456`, with paise only where there are any: `₹99.50`. For mails and sentences. */
export const formatPaise = (paise: number) => formatRupees(toRupees(paise));
