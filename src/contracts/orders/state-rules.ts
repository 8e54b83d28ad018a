/**
 * The States and Union Territories, named as the GST portal names them: the code that a GSTIN begins with, then the first
 * digits of the PIN codes. The longest match counts. A few PIN codes lie in two States, so wherever a State is asked it
 * can be changed. Army post offices (90 to 99) have none.
 */
const states = {
  "Andaman and Nicobar Islands": "35 744",
  "Andhra Pradesh": "37 51 52 53",
  "Arunachal Pradesh": "12 790 791 792",
  Assam: "18 78",
  Bihar: "10 80 81 82 83 84 85",
  Chandigarh: "04 160",
  Chhattisgarh: "22 49",
  "Dadra and Nagar Haveli and Daman and Diu": "26 362520 396193 39621 39622 39623 39624",
  Delhi: "07 11",
  Goa: "30 403",
  Gujarat: "24 36 37 38 39",
  Haryana: "06 12 13",
  "Himachal Pradesh": "02 17",
  "Jammu and Kashmir": "01 18 19",
  Jharkhand: "20 814 815 816 822 825 826 827 828 829 831 832 833 834 835",
  Karnataka: "29 56 57 58 59",
  Kerala: "32 67 68 69",
  Ladakh: "38 194",
  Lakshadweep: "31 68255",
  "Madhya Pradesh": "23 45 46 47 48",
  Maharashtra: "27 40 41 42 43 44",
  Manipur: "14 795",
  Meghalaya: "17 793 794",
  Mizoram: "15 796",
  Nagaland: "13 797 798",
  Odisha: "21 75 76 77",
  Puducherry: "34 605",
  Punjab: "03 14 15 16",
  Rajasthan: "08 30 31 32 33 34",
  Sikkim: "11 737",
  "Tamil Nadu": "33 60 61 62 63 64",
  Telangana: "36 50",
  Tripura: "16 799",
  "Uttar Pradesh": "09 20 21 22 23 24 25 26 27 28 2467 247",
  Uttarakhand: "05 24471 246 2476 248 249 2625 263",
  "West Bengal": "19 70 71 72 73 74",
} as const;
export type IndianState = keyof typeof states;

export const indianStates = Object.keys(states) as [IndianState, ...IndianState[]];

const rows = indianStates.map((state) => ({ state, code: states[state].slice(0, 2), digits: states[state].slice(3) }));
/** The first two digits of a GSTIN, by State. */
export const stateCodes = Object.fromEntries(rows.map(({ state, code }) => [state, code])) as Record<
  IndianState,
  string
>;

const byPrefix = rows.flatMap(({ state, digits }) => digits.split(" ").map((prefix) => [prefix, state] as const));

/** The value of the longest prefix that a PIN code starts with. */
export function longestMatch<Value>(values: readonly (readonly [prefix: string, value: Value])[], pin: string) {
  const matching = values.filter(([prefix]) => pin.startsWith(prefix));
  return matching.sort(([a], [b]) => b.length - a.length)[0]?.[1];
}

/** The State of a PIN code of six digits; undefined when no State has PIN codes like it. */
export const stateOfPin = (pin: string) => longestMatch(byPrefix, pin);
