import { slugOf } from "../../contracts/catalogue/category-rules.ts";
import type { ProductFacets, ProductQuery } from "../../contracts/catalogue/product.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { listUrl } from "../lib/list-view.ts";
import { formatRupees } from "../lib/money.ts";

const BUDGETS = [500, 1000, 2000, 5000];

/** The days of each sign in the western calendar, for people who know only their birthday. */
const signDays: Record<string, string> = {
  aries: "21 Mar – 19 Apr",
  taurus: "20 Apr – 20 May",
  gemini: "21 May – 20 Jun",
  cancer: "21 Jun – 22 Jul",
  leo: "23 Jul – 22 Aug",
  virgo: "23 Aug – 22 Sep",
  libra: "23 Sep – 22 Oct",
  scorpio: "23 Oct – 21 Nov",
  sagittarius: "22 Nov – 21 Dec",
  capricorn: "22 Dec – 19 Jan",
  aquarius: "20 Jan – 18 Feb",
  pisces: "19 Feb – 20 Mar",
};

type Query = Partial<ProductQuery>;

/** An answer, with what it asks of the product list. */
const choice = (text: string, query: Query, hint = "", value = slugOf(text)) => ({ value, text, hint, query });
const skip = (text: string) => choice(text, {}, "", "any");
type Choice = ReturnType<typeof choice>;

/** Questions that no product can answer are left out. */
function stepsFor(facets: ProductFacets, { facts, categories: { categories } }: Settings) {
  const intentions = facts.intentions.filter(({ name }) => facets.intentions.some(({ value }) => value === name));
  const signs = facts.zodiac.map(({ id, name }) => choice(name, { zodiac: name }, signDays[id]));
  const forms = categories.flatMap(({ name, subCategories }) =>
    subCategories.length > 0
      ? subCategories.map((sub) => choice(sub.name, { category: name, subCategory: sub.name }))
      : [choice(name, { category: name })],
  );
  const budgets = BUDGETS.map((rupees) =>
    choice(`Up to ${formatRupees(rupees)}`, { maxPrice: rupees }, "", `${rupees}`),
  );
  const steps: [name: string, title: string, choices: Choice[]][] = [
    [
      "intention",
      "What would you like it to stand for?",
      intentions.map(({ name }) => choice(name, { intentions: name })),
    ],
    [
      "sign",
      "When is your birthday, or what is your sign?",
      facets.zodiac.length > 0 ? [skip("Any sign"), ...signs] : [],
    ],
    ["form", "Which form would you like?", [skip("Any form"), ...forms]],
    ["budget", "What would you like to spend?", [...budgets, skip("Any amount")]],
  ];
  return steps.filter(([, , choices]) => choices.length > 0);
}

/** The answers of the URL up to the first that is missing or unknown, and the question that comes next. */
export function readSteps(search: URLSearchParams, facets: ProductFacets, settings: Settings) {
  const steps = stepsFor(facets, settings);
  const query: Query = {};
  const given: { text: string; change: string }[] = [];
  let address = "/find-your-stone";
  for (const [index, [name, title, choices]] of steps.entries()) {
    const options = choices.map(({ value, text, hint }) => ({ text, hint, to: listUrl(address, { [name]: value }) }));
    const chosen = choices.findIndex(({ value }) => value === slugOf(search.get(name) ?? ""));
    if (chosen < 0)
      return { query, given, question: { title, options, progress: `Step ${index + 1} of ${steps.length}` } };
    given.push({ text: options[chosen]!.text, change: address });
    Object.assign(query, choices[chosen]!.query);
    address = options[chosen]!.to;
  }
  return { query, given, question: undefined };
}
