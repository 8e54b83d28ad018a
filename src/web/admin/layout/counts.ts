import { LOCALE } from "../../../contracts/locale.ts";

/** `1,00,000`. */
export const formatCount = (count: number) => count.toLocaleString(LOCALE);

/** `1 order`, `1,200 orders`. */
export const countOf = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
