const SMALL = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const GROUPS = Object.entries({ crore: 10_000_000, lakh: 100_000, thousand: 1000, hundred: 100 });

function inWords(number: number): string {
  const [name, size] = GROUPS.find(([, least]) => number >= least) ?? [];
  if (size) return `${inWords(Math.floor(number / size))} ${name}${number % size ? ` ${inWords(number % size)}` : ""}`;
  if (number < 20) return SMALL[number]!;
  return TENS[Math.floor(number / 10) - 2]! + (number % 10 ? `-${SMALL[number % 10]}` : "");
}

/** `Rupees one lakh two thousand and fifty paise only`. */
export const amountInWords = (paise: number) =>
  `Rupees ${inWords(Math.floor(paise / 100))}${paise % 100 ? ` and ${inWords(paise % 100)} paise` : ""} only`;
