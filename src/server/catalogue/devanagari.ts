const vowels = "अ a आ a इ i ई i उ u ऊ u ऋ ri ए e ऐ ai ऍ e ऑ o ओ o औ au";
const signs = "ा a ि i ी i ु u ू u ृ ri ॅ e े e ै ai ॉ o ो o ौ au ् -";
const consonants =
  "क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n त t थ th द d ध dh न n प p फ ph ब b भ bh म m य y र r ल l ळ l व v श sh ष sh स s ह h";

const pairs = (text: string) => {
  const words = text.split(" ");
  return new Map(words.flatMap((key, at) => (at % 2 === 0 ? [[key, words[at + 1]!] as const] : [])));
};
const [vowelOf, signOf, consonantOf] = [pairs(vowels), pairs(signs), pairs(consonants)];
const LETTER = /\p{Script=Devanagari}/u;
const VIRAMA = "्";
const NUKTA = "़";
/** The letters that a dot below changes: ज़ is z. */
const dotted = new Map([
  ["j", "z"],
  ["ph", "f"],
  ["d", "d"],
  ["dh", "dh"],
]);

function wordToLatin(word: string) {
  const letters = [...word.normalize("NFD")];
  let latin = "";
  letters.forEach((letter, at) => {
    const consonant = consonantOf.get(letter);
    if (consonant) {
      const isDotted = letters[at + 1] === NUKTA;
      const next = letters[isDotted ? at + 2 : at + 1];
      latin += (isDotted && dotted.get(consonant)) || consonant;
      // A consonant is spoken with an a, unless a vowel sign follows or the word ends; the end of “chakra” has one.
      if (next === undefined ? letters[at - 1] === VIRAMA : !signOf.has(next)) latin += "a";
    } else if (letter === "ं" || letter === "ँ") latin += /[पफबभम]/.test(letters[at + 1] ?? "") ? "m" : "n";
    else if (letter === "ः") latin += "h";
    else if (letter !== NUKTA) latin += vowelOf.get(letter) ?? signOf.get(letter)?.replace("-", "") ?? letter;
  });
  return latin;
}

/** Devanagari as people type it in Latin letters, so that both find the same: पांच मुखी is “panch mukhi”. */
export const toLatin = (text: string) =>
  LETTER.test(text) ? text.replace(/[\p{Script=Devanagari}]+/gu, wordToLatin) : text;
