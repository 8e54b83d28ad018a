import { flag, line, list, type SettingField } from "./field-kinds.ts";

/** What the search knows besides the names of the shop: see docs/search.md. */
export const searchFields: readonly SettingField[] = [
  list(
    ["aliases", "Other words", "word"],
    [
      line("words", "People search for", { hint: "With commas between the words, for example gomed, gomedh, गोमेद." }),
      line("means", "It means", { hint: "A stone, a form, a category or an intention of the shop." }),
    ],
  ),
  list(
    ["gifts", "Gift lists", "list"],
    [
      line("words", "Gifts for", { hint: "With commas between the words, for example mother, mom, maa, माँ." }),
      line("finds", "Shows", {
        hint: "Stones, categories, intentions: Rose Quartz, Love. The pieces of all of them.",
      }),
    ],
    { hint: "“Gift for mother” and “bracelet for mother” show these pieces." },
  ),
  list(
    ["nearest", "Stones you do not have", "stone"],
    [
      line("stone", "Stone", { hint: "The name above that its other words mean, such as Yellow Sapphire." }),
      line("nearest", "Nearest by tradition", { hint: "Your stones, the nearest first. Shown as other stones." }),
    ],
    { hint: "Once you have the stone, the search finds it and this line does nothing." },
  ),
  flag("coursesInFeeds", "Courses in the feeds"),
];
