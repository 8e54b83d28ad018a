import { z } from "zod";
import { isGstin } from "./documents/gstin-rules.ts";
import { ID_LENGTH, ID_PATTERN } from "./error.ts";
import { EMAIL_RULE, PHONE_PATTERN, PHONE_RULE } from "./field-rules.ts";
import { inJson, jsonFlag, jsonNumber, jsonTexts } from "./json-form.ts";
import { MAX_LINES, MAX_QUANTITY } from "./orders/cart-rules.ts";
import { PIN_PATTERN, PIN_RULE } from "./orders/pin-rules.ts";
import { indianStates } from "./orders/state-rules.ts";

/** Form fields: each parses text into its value and rejects bad input with a message for the field. */

export const MAX_RUPEES = 10_000_000;

/** An amount of an order's money. */
export const paidRupees = (min: number) =>
  z
    .number("Amount must be a number of rupees.")
    .min(min, `Amount must be at least ₹${min}.`)
    .max(MAX_LINES * MAX_QUANTITY * MAX_RUPEES, "Amount is more than any order.")
    .refine((rupees) => Math.round(rupees * 100) / 100 === rupees, "Amount can have two decimals at most.");

/** No lone surrogates and no control characters: PostgreSQL rejects some of them. */
const isPrintable = (value: string) => value.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(value);

/** The maximum length of numbers, flags and choices. */
const MAX_SHORT_TEXT = 100;

export function formText(label: string, max = MAX_SHORT_TEXT) {
  return (
    z
      .string({ error: (issue) => (issue.input === undefined ? `${label} is required.` : `${label} must be text.`) })
      // Browsers send a line break as two characters and count it as one.
      .overwrite((value) => value.replace(/\r\n?/g, "\n").trim())
      .refine(isPrintable, `${label} contains characters that cannot be shown.`)
      .max(max, `${label} must be at most ${max} characters.`)
  );
}

export const requiredText = (label: string, max: number) => formText(label, max).min(1, `${label} is required.`);

export const optionalText = (label: string, max: number) => formText(label, max).default("");

/** What mail programs turn into a link. */
const LINK = /:\/\/|\bwww\.|\.\p{L}{2,}\//iu;

/** The name of a person. Mails contain it, so strangers must not be able to send a link with it. */
export const personName = (label: string, max: number) =>
  requiredText(label, max)
    .refine((name) => !/[\n\u2028\u2029]/.test(name), `${label} must be on one line.`)
    .refine((name) => !LINK.test(name.normalize("NFKC")), `${label} cannot contain a link.`);

export const requiredEmail = requiredText("Email", 254).pipe(z.email(EMAIL_RULE));

const PHONE = new RegExp(`^${PHONE_PATTERN}$`);

const phone = formText("Phone").refine((raw) => raw === "" || PHONE.test(raw), PHONE_RULE);
export const optionalPhone = phone.default("");
export const requiredPhone = phone.min(1, "Phone is required.");

const PIN = new RegExp(`^${PIN_PATTERN}$`);

/** Six digits, or empty. */
export const pinOrEmpty = formText("PIN code")
  .refine((raw) => raw === "" || PIN.test(raw), PIN_RULE)
  .transform((raw) => raw.replace(/\s/g, ""));

export const requiredPin = pinOrEmpty.refine((pin) => pin !== "", "PIN code is required.");

/** Six digits; undefined when it is absent or empty. */
export const optionalPin = pinOrEmpty.transform((pin) => pin || undefined).optional();

export const stateOrEmpty = z.enum(["", ...indianStates], "State must be a State or Union Territory of India.");

export const gstinOrEmpty = formText("GSTIN", 15)
  .overwrite((text) => text.toUpperCase())
  .refine((text) => text === "" || isGstin(text), "This is not a GSTIN. Please compare it with your certificate.");

/** A field for each of these, by its name. */
export const fieldsFor = <const D extends { name: string }, T>(details: readonly D[], fieldOf: (detail: D) => T) =>
  Object.fromEntries(details.map((detail) => [detail.name, fieldOf(detail)])) as Record<D["name"], T>;

interface Bounds {
  min: number;
  max?: number;
}

const formatIndian = (value: number) => value.toLocaleString("en-IN");

/** How a field is parsed from the text of a form, and its type in a JSON body. */
interface Format<T> {
  parse: (raw: string, ctx: z.RefinementCtx) => T;
  json: { type: unknown };
}

function numberOf(label: string, { min, max = 1_000_000 }: Bounds, { unit = "", isWhole = false } = {}) {
  const parse = (raw: string, ctx: z.RefinementCtx) => {
    const value = Number(raw);
    if (!Number.isFinite(value) || /^[+-]?0[xob]/i.test(raw)) ctx.addIssue(`${label} must be a number.`);
    else if (isWhole && !Number.isInteger(value)) ctx.addIssue(`${label} must be a whole number.`);
    else if (value < min) ctx.addIssue(`${label} must be at least ${unit}${formatIndian(min)}.`);
    else if (value > max) ctx.addIssue(`${label} must be at most ${unit}${formatIndian(max)}.`);
    else if (Math.round(value * 100) / 100 !== value) ctx.addIssue(`${label} can have two decimals at most.`);
    return value;
  };
  return { parse, json: jsonNumber(label, min, max, isWhole ? "integer" : "number") };
}

const rupeesOf = (label: string, bounds: Bounds) => numberOf(label, { max: MAX_RUPEES, ...bounds }, { unit: "₹" });
const wholeNumberOf = (label: string, bounds: Bounds) => numberOf(label, bounds, { isWhole: true });

export function requiredRupees(label: string, bounds: Bounds) {
  const { parse, json } = rupeesOf(label, bounds);
  return requiredText(label, MAX_SHORT_TEXT).transform(parse).register(inJson, json);
}

const unlessEmpty = <T, E>(label: string, { parse, json }: Format<T>, empty: E) =>
  formText(label)
    .transform((raw, ctx) => (raw === "" ? empty : parse(raw, ctx)))
    .optional()
    .register(inJson, json);

export const optionalRupeesFact = (label: string, bounds: Bounds) => unlessEmpty(label, rupeesOf(label, bounds), null);
export const optionalRupees = (label: string, bounds: Bounds) => unlessEmpty(label, rupeesOf(label, bounds), undefined);
export const optionalWholeNumber = (label: string, bounds: Bounds) =>
  unlessEmpty(label, wholeNumberOf(label, bounds), undefined);

// A fact that is absent stays unchanged, so that scripts which do not know the field keep it. Empty removes it.
export const optionalFact = (label: string, max: number) => formText(label, max).optional();
export const optionalNumberFact = (label: string, bounds: Bounds) => unlessEmpty(label, numberOf(label, bounds), null);
export const optionalWholeNumberFact = (label: string, bounds: Bounds) =>
  unlessEmpty(label, wholeNumberOf(label, bounds), null);

/** A day of this century, as `2026-11-14`. */
function isDay(raw: string) {
  const date = new Date(`${raw}T00:00:00Z`);
  return /^20\d\d-\d\d-\d\d$/.test(raw) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(raw);
}

export const optionalDayFact = (label: string) =>
  formText(label)
    .refine((raw) => raw === "" || isDay(raw), `${label} must be a date such as 2026-11-14.`)
    .transform((raw) => raw || null)
    .optional();

export const optionalTimeFact = (label: string) =>
  formText(label)
    .refine((raw) => /^(([01]\d|2[0-3]):[0-5]\d)?$/.test(raw), `${label} must be a time such as 09:30.`)
    .optional();

const ID = new RegExp(`^${ID_PATTERN}$`);

/** The id of another record. It may be a draft or deleted, so pages must check. */
export const optionalIdFact = (label: string) =>
  formText(label)
    .refine((raw) => raw === "" || ID.test(raw), `${label} must be the id of a record.`)
    .transform((raw) => raw.toLowerCase() || null)
    .optional();

const valuesFact = (label: string, max: number, kind: "ids" | "keys", length: number, pattern: RegExp) =>
  formText(label, 2 * max * (length + 1))
    .describe(`The ${kind}, separated by commas.`)
    .transform((raw, ctx) => {
      const text = kind === "ids" ? raw.toLowerCase() : raw;
      const values = [...new Set(text.split(/\s*,\s*/))].filter(Boolean);
      if (values.length > max) ctx.addIssue(`${label} can be at most ${max}.`);
      else if (!values.every((value) => pattern.test(value)))
        ctx.addIssue(`${label} must be ${kind}, separated by commas.`);
      return values;
    })
    .optional()
    .register(inJson, jsonTexts(label, ",", max, length));

export const optionalIdsFact = (label: string, max: number) => valuesFact(label, max, "ids", ID_LENGTH, ID);

/** Keys of settings, such as categories. */
export const optionalKeysFact = (label: string, max: number) =>
  valuesFact(label, max, "keys", MAX_SHORT_TEXT, /^[\w:-]{1,80}$/);

export const optionalLinesFact = (label: string, { items, length }: { items: number; length: number }) =>
  formText(label, 2 * items * (length + 1))
    .describe("One on each line.")
    .transform((raw, ctx) => {
      const lines = [...new Set(raw.split("\n").map((line) => line.trim()))].filter(Boolean);
      if (lines.length > items) ctx.addIssue(`${label} can have at most ${items} lines.`);
      else if (lines.some((line) => line.length > length))
        ctx.addIssue(`${label} can have at most ${length} characters on a line.`);
      return lines;
    })
    .optional()
    .register(inJson, jsonTexts(label, "\n", items, length));

/** One of a few values. Absent or empty: it stays as it is. */
export const optionalChoice = <const T extends string>(label: string, words: readonly T[]) =>
  formText(label)
    .describe(`One of: ${words.join(", ")}.`)
    .transform((raw, ctx): T | undefined => {
      const word = words.find((word) => word === raw.toLowerCase());
      if (raw !== "" && !word) ctx.addIssue(`${label} must be one of ${words.join(", ")}.`);
      return word;
    })
    .optional();

/** One of a few values; empty means the fallback. */
export const choice = <const T extends string>(label: string, words: readonly T[], fallback: T) =>
  optionalChoice(label, words).transform((word): T => word ?? fallback);

export const optionalUrl = (label: string) =>
  formText(label, 500)
    .refine(
      (raw) => raw === "" || (URL.canParse(raw) && new URL(raw).protocol === "https:"),
      `${label} must be an address that starts with https://.`,
    )
    .default("");

const yesWords = ["true", "on", "1", "yes"];
const noWords = ["false", "off", "0", "no", ""];

function flagOf(label: string) {
  const parse = (raw: string, ctx: z.RefinementCtx) => {
    const word = raw.toLowerCase();
    if (!yesWords.includes(word) && !noWords.includes(word)) ctx.addIssue(`${label} must be true or false.`);
    return yesWords.includes(word);
  };
  return { parse, json: jsonFlag(label) };
}

/** A checkbox: browsers send `on`, scripts send `true`, and an unchecked box sends nothing. */
export function flag(label: string) {
  const { parse, json } = flagOf(label);
  return formText(label).transform(parse).default(false).register(inJson, json);
}

/** A flag that stays as it is when it is absent or empty. */
export const optionalFlag = (label: string) => unlessEmpty(label, flagOf(label), undefined);

/** The version that the form was filled from (optimistic locking). Without it the record is overwritten. */
export const formVersion = optionalWholeNumber("Version", { min: 1, max: 2_147_483_647 });

const KEEP_RULE = "Images to keep must be a JSON list of stored paths.";
const storedPaths = z.array(z.string(KEEP_RULE).max(200, KEEP_RULE), KEEP_RULE).max(50, KEEP_RULE);
/** A JSON list of the stored paths to keep, in order; `SENT_IMAGE` stands for an uploaded file. */
const keepImages = formText("Images to keep", 15_000)
  .transform((raw, ctx) => {
    if (raw === "") return undefined;
    try {
      return storedPaths.parse(JSON.parse(raw));
    } catch {
      ctx.addIssue(KEEP_RULE);
      return z.NEVER;
    }
  })
  .optional()
  .describe("The stored paths to keep, in order; `new` stands for the next picture that is sent.")
  .register(inJson, { type: storedPaths.transform((paths) => JSON.stringify(paths)) });

export const recordFormFields = {
  // Absent or empty: yes for a new record, unchanged for an existing one.
  published: optionalFlag("Published"),
  keepImages,
  version: formVersion,
};

export const recordVersion = z.int().describe("Raised by each update; a form sends back the one it was filled from.");

export const recordFields = {
  published: z.boolean().describe("Only the owner gets drafts: for everybody else this is true."),
  createdAt: z.iso.datetime(),
  version: recordVersion,
};

/** The version that a JSON form was filled from, counted from `first`. */
export const versionFrom = (first: number) =>
  z
    .int("Version must be a whole number.")
    .min(first, `Version starts at ${first}.`)
    .max(2_147_483_647, "Version is too large.");

/** The version of settings or a schedule; 0 while nothing has been saved. */
export const storedVersion = z
  .int("Version must be a number.")
  .min(0, "Version must be at least 0.")
  .max(2_147_483_647, "Version is too large.");

export const wantedQuantity = z
  .int("A quantity is a whole number.")
  .min(1, "A quantity is at least 1.")
  .max(MAX_QUANTITY, `A quantity is at most ${MAX_QUANTITY}.`);
