import { slugOf } from "../../contracts/catalogue/category-rules.ts";
import type { ProductFacets } from "../../contracts/catalogue/product.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { listUrl } from "../lib/list-view.ts";
import { formatRupees } from "../lib/money.ts";

type StepName = "intention" | "sign" | "form" | "budget";

interface Choice {
  value: string;
  text: string;
  hint?: string | undefined;
  /** What it asks of the product list. */
  query: { intentions?: string; zodiac?: string; category?: string; subCategory?: string; maxPrice?: number };
}

interface Step {
  name: StepName;
  title: string;
  choices: Choice[];
}

export type Answers = Partial<Record<StepName, Choice>>;

const PATH = "/find-your-stone";
const SKIPPED = "any";
const BUDGETS = [500, 1000, 2000, 5000];

/** The days of each sign of the western calendar, for people who know only their birthday. */
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

const named = (name: string, query: Choice["query"], hint?: string) => ({
  value: slugOf(name),
  text: name,
  hint,
  query,
});
const skip = (text: string): Choice => ({ value: SKIPPED, text, query: {} });

/** Questions that no product can answer are left out. */
function stepsFor(facets: ProductFacets, { facts, categories: { categories } }: Settings): Step[] {
  const intentions = facts.intentions.filter(({ name }) => facets.intentions.some(({ value }) => value === name));
  const forms = categories.flatMap(({ name, subCategories }) =>
    subCategories.length > 0
      ? subCategories.map((sub) => named(sub.name, { category: name, subCategory: sub.name }))
      : [named(name, { category: name })],
  );
  const signs = facts.zodiac.map(({ id, name }) => named(name, { zodiac: name }, signDays[id]));
  return [
    {
      name: "intention" as const,
      title: "What would you like it to stand for?",
      choices: intentions.map(({ name }) => named(name, { intentions: name })),
    },
    {
      name: "sign" as const,
      title: "When is your birthday, or what is your sign?",
      choices: facets.zodiac.length > 0 ? [skip("Skip this"), ...signs] : [],
    },
    { name: "form" as const, title: "Which form would you like?", choices: [skip("Any form"), ...forms] },
    {
      name: "budget" as const,
      title: "What would you like to spend?",
      choices: [
        ...BUDGETS.map((rupees) => ({
          value: `${rupees}`,
          text: `Up to ${formatRupees(rupees)}`,
          query: { maxPrice: rupees },
        })),
        skip("Any amount"),
      ],
    },
  ].filter(({ choices }) => choices.length > 0);
}

/** The address of the question after these answers. */
const addressOf = (answers: Answers) =>
  listUrl(PATH, Object.fromEntries(Object.entries(answers).map(([name, { value }]) => [name, value])));

/** The answers of the URL up to the first that is missing or unknown, and the question that comes next. */
export function readSteps(search: URLSearchParams, facets: ProductFacets, settings: Settings) {
  const steps = stepsFor(facets, settings);
  const answers: Answers = {};
  const given: { text: string; change: string }[] = [];
  for (const [index, { name, title, choices }] of steps.entries()) {
    const value = slugOf(search.get(name) ?? "");
    const answer = choices.find((choice) => choice.value === value);
    if (!answer) {
      const options = choices.map((choice) => ({
        text: choice.text,
        hint: choice.hint,
        to: addressOf({ ...answers, [name]: choice }),
      }));
      return { answers, given, question: { title, options, step: index + 1, of: steps.length } };
    }
    given.push({ text: answer.text, change: addressOf(answers) });
    answers[name] = answer;
  }
  return { answers, given, question: undefined };
}
