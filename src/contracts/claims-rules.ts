/** Claims in advertising that Indian law forbids. Only a warning: an owner may publish them deliberately. */
export interface ClaimFound {
  /** As written in the text. */
  words: string;
  law: string;
  reason: string;
  /** What to say instead. */
  instead: string;
}

const TRADITION = "Say what tradition links it with, without a promise: “traditionally linked with calm”.";

const laws = {
  remedies: {
    law: "Drugs and Magic Remedies Act, 1954, section 3",
    reason: "Advertising must not say that something cures, treats, relieves or prevents an illness or a condition.",
    instead: `${TRADITION} About illness, write that a doctor should be asked.`,
  },
  magic: {
    law: "Drugs and Magic Remedies Act, 1954, section 5",
    reason: "A talisman, mantra, kavacha or charm must not be advertised as a miraculous remedy.",
    instead: TRADITION,
  },
  blackMagic: {
    law: "Maharashtra Black Magic Act, 2013, as read by the Bombay High Court in 2021",
    reason: "An article must not be said to bring happiness, love, money, work or success by special powers.",
    instead: TRADITION,
  },
  guarantees: {
    law: "ASCI Code for Self-Regulation of Advertising",
    reason: "Results must not be guaranteed, and “proven” needs evidence.",
    instead: "Say what the buyer gets: the stone, the hour, the written summary.",
  },
} as const;

const any = (...words: string[]) => `(?:${words.join("|")})`;
/** Up to this many words of the same clause in between. */
const within = (words: number) => `(?:[\\s,]+[\\p{L}\\p{M}'’-]+){0,${words}}?[\\s,]+`;

const verb = any(
  "cur(?:es?|ed|ing)",
  "treat(?:s|ed|ing|ments?)?",
  "heal(?:s|ed|ing)?",
  "prevent(?:s|ed|ing)?",
  "reliev(?:es?|ed|ing)",
  "relief (?:from|of)",
  "remed(?:y|ies)",
  "reduc(?:es?|ed|ing)",
  "fights?",
  "eas(?:es?|ing)",
  "removes?",
  "controls?",
  "helps? (?:with|against|in)",
  "good for",
  "protects? (?:from|against)",
);
/** Conditions of the Schedule, of section 3, and common ones beside them. Ambiguous words come with a second word. */
const condition = any(
  ...["appendicitis", "arteriosclerosis", "blindness", "blood poisoning", "cataracts?", "deafness", "diabetes"],
  ...[
    "dropsy",
    "epilep(?:sy|tic fits)",
    "seizures",
    "(?:female|heart|kidney|liver|skin|venereal) (?:disease|problem)s?",
  ],
  ...[
    "fevers?",
    "(?:gall|kidney|bladder) stones?",
    "gangrene",
    "glaucoma",
    "goit(?:re|er)",
    "(?:high|low) (?:bp|blood pressure)",
  ],
  ...[
    "blood pressure",
    "hypertension",
    "hydrocele",
    "hysteria",
    "insanity",
    "leprosy",
    "leucoderma",
    "lupus",
    "obesity",
  ],
  ...[
    "paralysis",
    "pleurisy",
    "pneumonia",
    "rheumatism",
    "arthritis",
    "impotence",
    "small ?pox",
    "sterility",
    "infertility",
  ],
  ...[
    "trachoma",
    "tuberculosis",
    "tumou?rs?",
    "typhoid",
    "ulcers?",
    "miscarriages?",
    "menstrual \\p{L}+",
    "period pain",
  ],
  ...["brain (?:disorders?|diseases?|tumou?rs?)", "nervous (?:debility|disorders?|system)", "prostate(?: gland)?"],
  ...["depression", "anxiety", "insomnia", "thyroid(?: problems?)?", "pco[sd]", "asthma", "migraines?", "headaches?"],
  ...["(?:any|all|every|many|of|the)? ?(?:diseases?|illness(?:es)?|ailments?|sickness|disorders?|infections?)"],
  ...["(?:body|joint|back|chronic|knee|stomach) pains?"],
);
const gain = any(
  ...[
    "wealth",
    "money",
    "riches",
    "prosperity",
    "abundance",
    "fortune",
    "luck",
    "good luck",
    "success",
    "fame",
    "profits?",
  ],
  ...[
    "a (?:job|promotion|husband|wife|partner)",
    "jobs?",
    "promotion",
    "marriage",
    "true love",
    "love back",
    "happiness",
  ],
);
const result = any(gain, "results?", "relief", "cure", "benefits", "effects?");

const patterns: [keyof typeof laws, ...string[]][] = [
  [
    "remedies",
    `${verb}(?:${within(4)}|\\s+)(?:${condition}|cancer)`,
    `for\\s+${condition}`,
    `${any(condition, "cancer")}\\s+${any("cure", "relief", "remedy", "treatment")}`,
    "weight loss|los(?:e|es|ing) weight|sexual (?:power|pleasure|vigour|stamina|weakness)",
    "(?:get|become) pregnant|(?:helps?|improves?) (?:to )?(?:conceive|conception|fertility)|(?:increases?|grow) (?:your )?height",
    "ilaa?j|b(?:i|ee)maa?ri(?:yan|yon)?|upchaa?r|rog (?:mukti|nash|nashak|nivaran)",
    "इलाज|रोग(?:ों|मुक्ति|नाशक)?|बीमारी|बीमारियों|उपचार",
  ],
  [
    "magic",
    "miracles?|miraculous(?:ly)?|chamatkaa?r(?:i|ik)?|चमत्कार(?:ी|िक)?",
    `${any("mantra", "talisman", "kavach(?:a|am)?", "tabiz", "taweez", "yantra", "amulet")}${within(3)}${any("cures?", "heals?", "treats?")}`,
  ],
  [
    "blackMagic",
    "supernatural|magical? powers?|black magic|kaa?la jaa?du|vashikaran|काला जादू|वशीकरण",
    `${any("remov(?:es?|al of|ing)", "destroys?", "protects? (?:you )?(?:from|against)", "wards? off")}${within(2)}${any("evil eye", "nazar", "ghosts?", "evil spirits?")}`,
    "(?:evil eye|nazar) (?:removal|dosh)|siddh (?:yantra|mala|kavach)",
    `${any("attracts?", "brings?", "gives?", "ensures?", "increases?")}(?: you| your| more| instant| in)*\\s+${gain}`,
    "(?:will|to) make you (?:rich|wealthy|happy|successful)|(?:your )?(?:love|lover|ex|husband|wife) back",
    `${gain}(?:${within(2)}|\\s+)(?:in|within) \\d+ (?:hours|days|weeks)`,
  ],
  [
    "guarantees",
    `guarantee[ds]?(?:${within(3)}|\\s+)${result}|${result}(?:${within(2)}|\\s+)guaranteed`,
    `(?:100 ?%|cent per cent|sure ?shot)\\s+${any("guaranteed?", "effective", "working", "solution", "cure", result)}`,
    `(?:scientifically|clinically|medically) proven|proven${within(2)}${any("results?", "remed(?:y|ies)", "cures?", "heals?", "powers?")}`,
    "गारंटी|गॅरंटी|हमखास",
  ],
];

/** `\b` knows no Devanagari letters. */
const wholeWords = (source: string) => new RegExp(`(?<![\\p{L}\\p{M}\\d])(?:${source})(?![\\p{L}\\p{M}\\d])`, "giu");
const rules = patterns.flatMap(([name, ...sources]) =>
  sources.map((source) => ({ ...laws[name], pattern: wholeWords(source) })),
);

/** A disclaimer, such as "does not cure any disease", is no claim. */
const NEGATED = /\b(?:not|never|nor|neither|cannot)\b|n['’]t\b|\b(?:no|without|instead of)(?: [\p{L}-]+){0,3} $/iu;
const NEGATED_AFTER = /^[^.!?।\n]{0,25}(?:नहीं|नाही|\bnahi)/iu;

function isNegated(text: string, start: number, end: number) {
  const sentence = text
    .slice(0, start)
    .split(/[.!?;:।\n]/)
    .at(-1)!;
  return NEGATED.test(sentence) || NEGATED_AFTER.test(text.slice(end, end + 40));
}

export function findClaims(text: string): ClaimFound[] {
  const found = new Map<string, ClaimFound>();
  for (const { pattern, ...law } of rules) {
    for (const { 0: words, index } of text.matchAll(pattern)) {
      const key = words.toLowerCase();
      if (!found.has(key) && !isNegated(text, index, index + words.length)) found.set(key, { words, ...law });
    }
  }
  return [...found.values()];
}

/** All texts in a record or a group of settings. The dots keep a claim from spanning two of them. */
export const textIn = (value: unknown): string =>
  typeof value === "string"
    ? value
    : value && typeof value === "object"
      ? Object.values(value).map(textIn).filter(Boolean).join(" . ")
      : "";

/** What the activity log adds to a change that publishes claims. */
export function claimsToLog(value: unknown): { publishedAnyway?: string[] } {
  const claims = findClaims(textIn(value)).map(({ words, law }) => `“${words}” (${law})`);
  return claims.length > 0 ? { publishedAnyway: claims } : {};
}
