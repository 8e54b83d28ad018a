import fc from "fast-check";
import { productForm } from "../../src/contracts/product.ts";

/** Words with accents, in other alphabets, with what a pattern would take for its own signs, and some much alike. */
const WORDS = [
  ..."rose roses quartz quarz quarts amethyst amethist tower towers of a é É à ß Ω ς 😀 % _ \\ 100% a_b \\n no. 7 77".split(
    " ",
  ),
  ..."crème creme brûlée brulee José jose गुलाबी गुलाब क्वार्ट्ज İstanbul жемчуг piedra-lunar d’or ﬁne".split(" "),
];
const words = (most: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most }).map((some) => some.join(" "));

export const searchedForm = fc
  .record({
    title: words(4),
    description: fc.oneof(fc.constant(""), words(12)),
    place: fc.constantFrom(
      { category: "Tumbles" },
      { category: "Tower" },
      { category: "Jewellery", subCategory: "Rings" },
      { category: "Jewellery", subCategory: "Necklace" },
    ),
  })
  .map(({ place, ...texts }) => productForm.parse({ ...texts, ...place, price: "900", stock: "100" }));

function pieceOf(text: string, from: number, size: number, isMistyped: boolean) {
  const letters = [...text].slice(from % text.length).slice(0, size);
  const at = from % size;
  if (isMistyped && at + 1 < letters.length) letters.splice(at, 2, letters[at + 1]!, letters[at]!);
  return letters.join("");
}
const piece = fc
  .tuple(words(3), fc.nat({ max: 12 }), fc.integer({ min: 1, max: 12 }), fc.boolean())
  .map((given) => pieceOf(...given));
export const mistyped = fc
  .tuple(words(2), fc.nat({ max: 12 }), fc.constantFrom("", "x", "e"))
  .map(([text, at, letter]) => text.slice(0, at % text.length) + letter + text.slice((at % text.length) + 1))
  .map((text) => text.toWellFormed());
const wanted = fc.oneof(piece, mistyped);

const query = fc
  .record({
    q: wanted,
    place: fc.constantFrom<Record<string, string>>(
      {},
      {},
      { category: "tower" },
      { category: "jewellery" },
      { category: "jewellery", subCategory: "rings" },
      { category: "comets" },
      { subCategory: "rings" },
    ),
    rows: fc.record({ page: fc.constantFrom("1", "1", "2", "9"), limit: fc.constantFrom("1", "3", "100") }),
  })
  .map(({ q, place, rows }) => ({ q, ...place, ...rows }));

const forms = fc.array(searchedForm, { minLength: 1, maxLength: 12 });
const which = fc.nat();

/** What happens in a shop, here or in another process, and what is searched for afterwards. */
const step = fc.record({
  act: fc.oneof(
    fc.record({ kind: fc.constant("create" as const), form: searchedForm }),
    fc.record({ kind: fc.constant("edit" as const), form: searchedForm, which }),
    fc.record({ kind: fc.constant("remove" as const), which }),
    fc.record({ kind: fc.constant("sell" as const), which }),
  ),
  isElsewhere: fc.boolean(),
  queries: fc.array(query, { minLength: 4, maxLength: 10 }),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A catalogue to begin with, and then one thing after the other. */
export const searchedHistory = fc.record({ forms, steps: fc.array(step, { minLength: 1, maxLength: 4 }) });
