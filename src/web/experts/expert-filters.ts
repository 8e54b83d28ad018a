import type { Expert } from "../../contracts/catalogue/expert.ts";
import { formatRate } from "../lib/money.ts";
import { domainsOf, languagesOf, ratesOf } from "./expert-view.ts";
import type { NextTimes } from "./next-times.ts";

const freeWithin = { today: 0, tomorrow: 1, week: 6 };
const freeNames = { today: "Today", tomorrow: "By tomorrow", week: "This week" };

interface Filter {
  name: string;
  label: string;
  /** The values that some expert has, with their texts. */
  options: { value: string; text: string }[];
  matches: (expert: Expert, value: string) => boolean;
}

const lowestPrice = (expert: Expert) => expert.price ?? Math.min(...ratesOf(expert).map(({ rupees }) => rupees));
const topicsOf = (expert: Expert) => [...domainsOf(expert), ...expert.topics];

/** Distinct texts, sorted. Spellings that differ only in case are one. */
const distinct = (texts: string[]) =>
  [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()].sort((one, other) => one.localeCompare(other));

const has = (texts: string[], wanted: string) => texts.some((text) => text.toLowerCase() === wanted.toLowerCase());

function filtersFor(experts: Expert[], times: NextTimes): Filter[] {
  const plain = (texts: string[]) => distinct(texts).map((text) => ({ value: text, text }));
  const prices = [...new Set(experts.map(lowestPrice).filter(Number.isFinite))].sort((one, other) => one - other);
  const isFree = ({ _id }: Expert, value: string) =>
    times.isFreeWithin(_id, freeWithin[value as keyof typeof freeWithin]);
  return [
    {
      name: "language",
      label: "Language",
      options: plain(experts.flatMap(languagesOf)),
      matches: (expert, value) => has(languagesOf(expert), value),
    },
    {
      name: "topic",
      label: "Topic",
      options: plain(experts.flatMap(topicsOf)),
      matches: (expert, value) => has(topicsOf(expert), value),
    },
    {
      name: "price",
      label: "Price",
      options: prices.map((rupees) => ({ value: `${rupees}`, text: `Up to ${formatRate(rupees)}` })),
      matches: (expert, value) => lowestPrice(expert) <= Number(value),
    },
    {
      name: "free",
      label: "Next free time",
      options: Object.entries(freeNames)
        .map(([value, text]) => ({ value, text }))
        .filter(({ value }) => experts.some((expert) => isFree(expert, value))),
      matches: isFree,
    },
  ];
}

/** The experts that match the query, and the filters with their chosen values. Unknown values are ignored. */
export function filterExperts(experts: Expert[], times: NextTimes, query: URLSearchParams) {
  const filters = filtersFor(experts, times).map((filter) => {
    const wanted = query.get(filter.name)?.toLowerCase();
    const value = filter.options.find((option) => option.value.toLowerCase() === wanted)?.value ?? "";
    return { ...filter, value };
  });
  return {
    matching: experts.filter((expert) => filters.every(({ value, matches }) => !value || matches(expert, value))),
    filters: filters
      .filter(({ options }) => options.length > 0)
      .map(({ name, label, options, value }) => ({ name, label, options, value })),
  };
}
export type ShownFilter = ReturnType<typeof filterExperts>["filters"][number];
