/** A price in rupees; not the number of millimetres, beads or faces. */
const CURRENCY = "(?:₹|rs|inr|rupees?|rupay|rupaye|rupaya|rupae|ru)";
const UNIT = "(?:mm|cm|g|gm|gms|gram|grams|kg|inch|inches|ct|carat|carats|ratti|mukhi|mukh|faced?|beads?|mani|dana)";
const amount = (name: string) =>
  `(?:(?<${name}Money>${CURRENCY}) )*(?<${name}>\\d+(?:\\.\\d+)?)(?:(?: (?<${name}Rupees>${CURRENCY}))+|(?! (?:\\d|${UNIT}\\b)))`;

const BELOW_AFTER = "(?:kam|kami|neeche|niche|andar|bhitar|tak|paryant|under|below|chya at)";
const ABOVE_AFTER = "(?:zyada|jyada|ziyada|zyaada|jyaada|upar|uper|adhik|jast|plus|onwards?)";
/** The words of a price, the longer first: “kam se kam 500” before “500 se kam”. */
const phrases: [pattern: string, means: "range" | "below" | "above" | "about"][] = [
  [
    `(?:between|from|beech|bich) ${amount("low")} (?:to|and|aur|or|se|till|tak|upto) ${amount("high")}(?: (?:ke )?(?:beech|bich|andar|darmiyan|tak))?`,
    "range",
  ],
  [
    `${amount("low")} (?:to|and|aur|se|till|upto) ${amount("high")}(?: (?:ke )?(?:beech|bich|andar|darmiyan|tak))?`,
    "range",
  ],
  [
    `(?:kam se kam|at ?least|minimum|min|not (?:less than|under|below)|no less than|starting(?: from| at)?) ${amount("low")}`,
    "above",
  ],
  [
    `(?:zyada se zyada|jyada se jyada|adhik se adhik|at ?most|not (?:more|over|above)(?: than)?|no more than) ${amount("high")}`,
    "below",
  ],
  [
    `(?:under|below|beneath|less(?:er)? than|lower than|cheaper than|within|inside|up ?to|till|max|maximum|budget(?: of)?) ${amount("high")}`,
    "below",
  ],
  [`(?:above|over|more than|greater than|higher than|beyond|exceeding|from) ${amount("low")}`, "above"],
  [`${amount("high")} (?:(?:se|ke|ki|te|peksha|or|and) )?(?:${BELOW_AFTER}|less)\\b`, "below"],
  [`${amount("low")} (?:(?:se|ke|peksha|or|and) )?(?:${ABOVE_AFTER}|more|above|over|up)\\b`, "above"],
  [`(?:around|about|approx|approximately|nearly|lagbhag|karib|near) ${amount("near")}`, "about"],
  [`${CURRENCY} (?<high>\\d+(?:\\.\\d+)?)|(?<highTyped>\\d+(?:\\.\\d+)?) ${CURRENCY}\\b`, "below"],
];
const patterns = phrases.map(([pattern, means]) => ({ pattern: new RegExp(`(?<![^ ])(?:${pattern})(?![^ ])`), means }));
/** Two numbers without a word for a price are one from here: “500 to 1000”, but not “15 to 19”. */
const MIN_BARE = 100;
const ABOUT = 0.2;

export interface Prices {
  min?: number;
  max?: number;
}

/** Takes the prices out of plain words: “bracelet under 1000” is a bracelet of at most 1,000 rupees. */
export function readPrices(text: string): { prices: Prices; rest: string } {
  const prices: Prices = {};
  let rest = text;
  for (const { pattern, means } of patterns) {
    const found = pattern.exec(rest);
    const { low, high, highTyped, near, ...money } = found?.groups ?? {};
    const [from, to] = [Number(low ?? 0), Number(high ?? highTyped ?? 0)];
    const isMarked = Object.values(money).some(Boolean) || /^(?:between|beech|bich)/.test(found?.[0] ?? "");
    if (!found || (means === "range" && !isMarked && Math.max(from, to) < MIN_BARE)) continue;
    if (means === "range") Object.assign(prices, { min: Math.min(from, to), max: Math.max(from, to) });
    else if (means === "below") prices.max = Math.min(to, prices.max ?? to);
    else if (means === "above") prices.min = Math.max(from, prices.min ?? from);
    else Object.assign(prices, { min: Number(near) * (1 - ABOUT), max: Number(near) * (1 + ABOUT) });
    rest = rest.replace(found[0], " ").replace(/ +/g, " ").trim();
  }
  return { prices, rest };
}
