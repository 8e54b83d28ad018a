/** Claims in advertising that Indian law forbids. Only a warning: an owner may publish them deliberately. */
export interface ClaimFound {
  /** As written in the text. */
  words: string;
  law: string;
  reason: string;
}

/** Alternatives of a regular expression, with commas or line breaks between them. */
const any = (list: string) => `(?:${list.trim().replace(/\s*[,\n]\s*/g, "|")})`;
/** Up to this many words of the same clause in between. */
const within = (words: number) => `(?:[\\s,]+[\\p{L}\\p{M}'’-]+){0,${words}}?[\\s,]+`;

const verb = any(`
  cur(?:es?|ed|ing), treat(?:s|ed|ing|ments?)?, heal(?:s|ed|ing)?, prevent(?:s|ed|ing)?, reliev(?:es?|ed|ing)
  relief (?:from|of), remed(?:y|ies), reduc(?:es?|ed|ing), fights?, eas(?:es?|ing), removes?, controls?
  helps? (?:with|against|in), good for, protects? (?:from|against)
`);
/** Conditions of the Schedule, of section 3, and common ones beside them. Ambiguous words come with a second word. */
const condition = any(`
  appendicitis, arteriosclerosis, blindness, blood poisoning, bright['’]s disease, cataracts?, deafness, diabetes
  dropsy, epilep(?:sy|tic fits), seizures, (?:female|heart|kidney|liver|skin|eye|venereal) (?:disease|problem)s?, fevers?
  (?:gall|kidney|bladder) stones?, gangrene, glaucoma, goit(?:re|er), (?:(?:high|low) )?(?:bp|blood pressure)
  hypertension, hydrocele, hysteria, insanity, leprosy, leucoderma, lockjaw, locomotor ataxia, lupus, obesity, paralysis
  plague, pleurisy, pneumonia, rheumatism, arthritis, impotence, small ?pox, sterility, infertility, trachoma
  tuberculosis, tumou?rs?, typhoid, ulcers?, miscarriages?, menstrual \\p{L}+, period pain, prostate(?: gland)?
  brain (?:disorders?|diseases?|tumou?rs?), nervous (?:debility|disorders?|system), depression, anxiety, insomnia
  thyroid(?: problems?)?, pco[sd], asthma, migraines?, headaches?, (?:body|joint|back|chronic|knee|stomach) pains?
  (?:any |all |every |many |of |the )?(?:diseases?|illness(?:es)?|ailments?|sickness|disorders?|infections?)
`);
const gain = any(`
  wealth, money, riches, prosperity, abundance, fortune, luck, good luck, success, fame, profits?, happiness, marriage
  (?:a )?(?:jobs?|promotion|husband|wife|partner), true love, love back
`);
const result = any(`${gain}, results?, relief, cure, benefits, effects?`);

const laws: { law: string; reason: string; claims: string[] }[] = [
  {
    law: "Drugs and Magic Remedies Act, 1954, section 3",
    reason: "Advertising must not say that something cures, treats, relieves or prevents an illness or a condition.",
    claims: [
      `${verb}${within(4)}(?:${condition}|cancer)`,
      `for\\s+${condition}`,
      `(?:${condition}|cancer)\\s+(?:cure|relief|remedy|treatment)`,
      "weight loss|los(?:e|es|ing) weight|sexual (?:power|pleasure|vigour|stamina|weakness)|(?:get|become) pregnant",
      "(?:helps?|improves?) (?:to )?(?:conceive|conception|fertility)|(?:increases?|grow) (?:your )?height",
      "ilaa?j|b(?:i|ee)maa?ri(?:yan|yon)?|upchaa?r|rog (?:mukti|nash|nashak|nivaran)",
      "इलाज|रोग(?:ों|मुक्ति|नाशक)?|बीमारी|बीमारियों|उपचार",
    ],
  },
  {
    law: "Drugs and Magic Remedies Act, 1954, section 5",
    reason: "A talisman, mantra, kavacha or charm must not be advertised as a miraculous remedy.",
    claims: [
      "miracles?|miraculous(?:ly)?|chamatkaa?r(?:i|ik)?|चमत्कार(?:ी|िक)?",
      `(?:mantra|talisman|kavach(?:a|am)?|tabiz|taweez|yantra|amulet)${within(3)}(?:cures?|heals?|treats?)`,
    ],
  },
  {
    law: "Maharashtra Black Magic Act, 2013, as read by the Bombay High Court in 2021",
    reason: "An article must not be said to bring happiness, love, money, work or success by special powers.",
    claims: [
      "supernatural|magical? powers?|black magic|kaa?la jaa?du|vashikaran|काला जादू|वशीकरण",
      `(?:remov(?:es?|al of|ing)|destroys?|protects? (?:you )?(?:from|against)|wards? off)${within(2)}(?:evil eye|nazar|ghosts?|evil spirits?)`,
      "(?:evil eye|nazar) (?:removal|dosh)|siddh (?:yantra|mala|kavach)",
      `(?:attracts?|brings?|gives?|ensures?|increases?)(?: you| your| more| instant| in)*\\s+${gain}`,
      "(?:will|to) make you (?:rich|wealthy|happy|successful)|(?:your )?(?:love|lover|ex|husband|wife) back",
      `${gain}${within(2)}(?:in|within) \\d+ (?:hours|days|weeks)`,
    ],
  },
  {
    law: "ASCI Code for Self-Regulation of Advertising",
    reason: "Results must not be guaranteed, and “proven” needs evidence.",
    claims: [
      `guarantee[ds]?${within(3)}${result}|${result}${within(2)}guaranteed`,
      `(?:100 ?%|cent per cent|sure ?shot)\\s+(?:guaranteed?|effective|working|solution|${result})`,
      `(?:scientifically|clinically|medically) proven|proven${within(2)}(?:results?|remed(?:y|ies)|cures?|heals?|powers?)`,
      "गारंटी|गॅरंटी|हमखास",
    ],
  },
];

/** `\b` knows no Devanagari letters. */
const wholeWords = (source: string) => new RegExp(`(?<![\\p{L}\\p{M}\\d])(?:${source})(?![\\p{L}\\p{M}\\d])`, "giu");
const rules = laws.flatMap(({ claims, ...law }) => claims.map((claim) => ({ ...law, pattern: wholeWords(claim) })));

/** A disclaimer, such as "does not cure any disease", is no claim. */
const NEGATED = /\b(?:not|never|nor|neither|cannot)\b|n['’]t\b|\b(?:no|without|instead of)(?: [\p{L}-]+){0,3} $/iu;
const NEGATED_AFTER = /^[^.!?।\n]{0,25}(?:नहीं|नाही|\bnahi)/iu;

function isNegated(text: string, start: number, end: number) {
  const [sentence] = /[^.!?;:।\n]*$/.exec(text.slice(Math.max(0, start - 200), start))!;
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
  value && typeof value === "object" ? Object.values(value).map(textIn).join(" . ") : String(value ?? "");

/** What the activity log adds to a change that publishes claims. */
export function claimsToLog(value: unknown): { publishedAnyway?: string[] } {
  const claims = findClaims(textIn(value)).map(({ words, law }) => `“${words}” (${law})`);
  return claims.length > 0 ? { publishedAnyway: claims } : {};
}
