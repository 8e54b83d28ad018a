const english =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";
/** Hindi, by value; several spellings of one value are joined by a slash. */
const hindi =
  "ek do tin/teen char/chaar panch/paanch chah/chhe/che/chhah/chhai sat/saat ath/aath nau/no das/dus gyarah/gyara barah/bara/baarah terah/tera chaudah/choudah/chauda pandrah/pandra solah/sola satrah/satra atharah/athara/aththarah unnis/unnees bis/bees ikkis/ikkees/ekkis baais/bais teis/teyis chaubis pachis/pachees";
const tens = "twenty thirty forty fifty sixty seventy eighty ninety";
const hindiTens = {
  tis: 30,
  chalis: 40,
  chalees: 40,
  pachas: 50,
  pachaas: 50,
  sath: 60,
  sattar: 70,
  assi: 80,
  nabbe: 90,
};
const multipliers = {
  hundred: 100,
  sau: 100,
  thousand: 1000,
  hazar: 1000,
  hazaar: 1000,
  hajar: 1000,
  hajaar: 1000,
  k: 1000,
  lakh: 100_000,
  lac: 100_000,
};
const halves = { dedh: 1.5, dhai: 2.5, adhai: 2.5 };

const numbered = (words: string) =>
  words.split(" ").flatMap((spellings, at) => spellings.split("/").map((word) => [word, at + 1] as const));
const units = new Map([...numbered(english), ...numbered(hindi)]);
const tenOf = new Map<string, number>([
  ...tens.split(" ").map((word, at) => [word, 10 * (at + 2)] as const),
  ...Object.entries(hindiTens),
]);
const multiplierOf = new Map<string, number>(Object.entries(multipliers));
const halfOf = new Map<string, number>(Object.entries(halves));
/** Also other words: they are numbers only before a word that is counted. */
const ambiguous = new Set([
  "one",
  "ek",
  "do",
  "no",
  "che",
  "tin",
  "teen",
  "sat",
  "das",
  "bis",
  "dus",
  "bara",
  "sola",
  "tera",
  "bais",
  "sath",
  "tis",
]);
const COUNTED = /^(mukh|mukhi|mukhee|faced?|rupay|rupee|rupaye|rupees|rs|mm|cm)$/;

const isDigits = (word = "") => /^\d/.test(word);

interface Read {
  value: number;
  /** The words that it takes. */
  length: number;
}

/** Digits, or a number below a hundred. */
function readSmall(words: readonly string[], at: number): Read | undefined {
  const [word = "", next = ""] = words.slice(at);
  if (isDigits(word)) return { value: Number(word), length: 1 };
  if (ambiguous.has(word) && !COUNTED.test(next) && !(next !== "k" && multiplierOf.has(next))) return undefined;
  const ten = tenOf.get(word);
  const unit = units.get(ten === undefined ? word : next);
  if (ten !== undefined)
    return unit !== undefined && unit < 10 ? { value: ten + unit, length: 2 } : { value: ten, length: 1 };
  const value = unit ?? halfOf.get(word);
  return value === undefined ? undefined : { value, length: 1 };
}

/** With hundreds and thousands: “ek hazar paanch sau”. Thousands are money. */
function readNumber(words: readonly string[], from: number) {
  // “hazar tak”: a thousand.
  const isBare = (multiplierOf.get(words[from]!) ?? 0) >= 1000 && words[from] !== "k";
  let read = isBare ? { value: 1, length: 0 } : readSmall(words, from);
  if (!read) return undefined;
  let { value, length } = read;
  let total = 0;
  let isMoney = false;
  for (let multiplier = multiplierOf.get(words[from + length]!); multiplier && read; ) {
    total += value * multiplier;
    isMoney ||= multiplier >= 1000;
    length++;
    read = isDigits(words[from + length]) ? undefined : readSmall(words, from + length);
    value = read?.value ?? 0;
    length += read?.length ?? 0;
    multiplier = multiplierOf.get(words[from + length]!);
  }
  // Digits stay as they were typed.
  return { text: length === 1 && isDigits(words[from]) ? words[from]! : `${total + value}`, length, isMoney };
}

/** Numbers in English and Hindi words become digits: “paanch sau” is 500, “2 k” is ₹ 2000. */
export function readNumbers(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at < words.length; ) {
    const number = readNumber(words, at);
    if (number?.isMoney) result.push("₹");
    result.push(number?.text ?? words[at]!);
    at += number?.length ?? 1;
  }
  return result;
}
