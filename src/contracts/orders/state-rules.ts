/**
 * The first digits of the PIN codes of each State and Union Territory, which are named as the GST portal names them.
 * The longest match counts. A few PIN codes lie in two States, so wherever a State is asked it can be changed. Army post
 * offices (90 to 99) have none.
 */
const prefixes = {
  "Andaman and Nicobar Islands": "744",
  "Andhra Pradesh": "51 52 53",
  "Arunachal Pradesh": "790 791 792",
  Assam: "78",
  Bihar: "80 81 82 83 84 85",
  Chandigarh: "160",
  Chhattisgarh: "49",
  "Dadra and Nagar Haveli and Daman and Diu": "362520 396193 39621 39622 39623 39624",
  Delhi: "11",
  Goa: "403",
  Gujarat: "36 37 38 39",
  Haryana: "12 13",
  "Himachal Pradesh": "17",
  "Jammu and Kashmir": "18 19",
  Jharkhand: "814 815 816 822 825 826 827 828 829 831 832 833 834 835",
  Karnataka: "56 57 58 59",
  Kerala: "67 68 69",
  Ladakh: "194",
  Lakshadweep: "68255",
  "Madhya Pradesh": "45 46 47 48",
  Maharashtra: "40 41 42 43 44",
  Manipur: "795",
  Meghalaya: "793 794",
  Mizoram: "796",
  Nagaland: "797 798",
  Odisha: "75 76 77",
  Puducherry: "605",
  Punjab: "14 15 16",
  Rajasthan: "30 31 32 33 34",
  Sikkim: "737",
  "Tamil Nadu": "60 61 62 63 64",
  Telangana: "50",
  Tripura: "799",
  "Uttar Pradesh": "20 21 22 23 24 25 26 27 28 2467 247",
  Uttarakhand: "24471 246 2476 248 249 2625 263",
  "West Bengal": "70 71 72 73 74",
} as const;
export type IndianState = keyof typeof prefixes;

export const indianStates = Object.keys(prefixes) as [IndianState, ...IndianState[]];

/** The first two digits of a GSTIN, by State. */
export const stateCodes: Record<IndianState, string> = {
  "Andaman and Nicobar Islands": "35",
  "Andhra Pradesh": "37",
  "Arunachal Pradesh": "12",
  Assam: "18",
  Bihar: "10",
  Chandigarh: "04",
  Chhattisgarh: "22",
  "Dadra and Nagar Haveli and Daman and Diu": "26",
  Delhi: "07",
  Goa: "30",
  Gujarat: "24",
  Haryana: "06",
  "Himachal Pradesh": "02",
  "Jammu and Kashmir": "01",
  Jharkhand: "20",
  Karnataka: "29",
  Kerala: "32",
  Ladakh: "38",
  Lakshadweep: "31",
  "Madhya Pradesh": "23",
  Maharashtra: "27",
  Manipur: "14",
  Meghalaya: "17",
  Mizoram: "15",
  Nagaland: "13",
  Odisha: "21",
  Puducherry: "34",
  Punjab: "03",
  Rajasthan: "08",
  Sikkim: "11",
  "Tamil Nadu": "33",
  Telangana: "36",
  Tripura: "16",
  "Uttar Pradesh": "09",
  Uttarakhand: "05",
  "West Bengal": "19",
};

const byPrefix = indianStates.flatMap((state) => prefixes[state].split(" ").map((digits) => [digits, state] as const));

/** The value of the longest prefix that a PIN code starts with. */
export function longestMatch<Value>(values: readonly (readonly [prefix: string, value: Value])[], pin: string) {
  const matching = values.filter(([prefix]) => pin.startsWith(prefix));
  return matching.sort(([a], [b]) => b.length - a.length)[0]?.[1];
}

/** The State of a PIN code of six digits; undefined when no State has PIN codes like it. */
export const stateOfPin = (pin: string) => longestMatch(byPrefix, pin);
