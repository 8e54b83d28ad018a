import { foldWord } from "./fold-words.ts";
import type { SearchKind } from "./search-index.ts";

const foldedSet = (words: string) => new Set(words.split(" ").map(foldWord));
/** Dropped unless nothing else is left. */
export const SMALL = foldedSet(
  "a an the made of in for to from on with and or by at is are it as be do does how what which where who why when can i me my your you we want need show find buy get give best good nice original real natural asli sabse accha ke ka ki ko se me mein mera meri mere hai hain aur ya wala wali wale vala vali liye lie kya kaise kaun kaunsa konsa chahiye dikhao online price cost rate cheap sasta saste sasti under below above type types kind shop store near pls please ji jee shri shree dev devta bhagwan bachne",
);
/** Do not decide what is found, but come first in a title: every piece is a stone or a gift. */
export const OPTIONAL = foldedSet(
  "stone stones crystal crystals gem gems gemstone gemstones ratna ratan patthar pathar pattar gift gifts gifting present presents uphar upahar tohfa tofa bhet birthday birthdays janamdin piece pieces item items product products rashi raashi raas sign zodiac sunsign planet graha grah chakra chakras woman women womens female lady ladies man men mens male girl girls boy boys unisex day wearing wear",
);
/** Ask for one kind. */
export const KIND_WORDS: Partial<Record<SearchKind, Set<string>>> = {
  course: foldedSet("course courses class classes workshop workshops training learn learning sikhna sikhe sikho"),
  expert: foldedSet("expert experts consultation consultations consultant consult session sessions advice salah"),
  blog: foldedSet("article articles blog blogs"),
};
export const UNITS = foldedSet("mm cm g gm gram grams kg inch inches ct carat carats ratti");
export const PRICE_WORDS = [
  "under",
  "below",
  "above",
  "between",
  "within",
  "upto",
  "less",
  "more",
  "neeche",
  "upar",
  "zyada",
];
