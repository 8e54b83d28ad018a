import { z } from "zod";
import { formText } from "../fields.ts";
import { inJson } from "../json-form.ts";
import { formatSyllabus, parseSyllabus, SYLLABUS_LIMITS } from "./course-rules.ts";

const { parts, title, text } = SYLLABUS_LIMITS;

const PART_RULE = "Each part of the syllabus needs a title on one line and a text without empty lines.";
const partText = (maxLength: number) => z.string(PART_RULE).meta({ maxLength });
const listOfParts = z
  .array(z.object({ title: partText(title), text: partText(text) }, PART_RULE), PART_RULE)
  .meta({ maxItems: parts })
  .refine((list) => {
    const formatted = formatSyllabus(list).replace(/\r\n?/g, "\n");
    return !list.some((part) => /^\s*$|[\r\n]/.test(part.title)) && parseSyllabus(formatted).length === list.length;
  }, PART_RULE)
  .transform(formatSyllabus);

export const optionalSyllabus = formText("Syllabus", parts * (title + text))
  .describe("Parts separated by empty lines; the first line of a part is its title.")
  .transform((raw, ctx) => {
    const syllabus = parseSyllabus(raw);
    if (syllabus.length > parts) ctx.addIssue(`Syllabus can have at most ${parts} parts.`);
    else if (syllabus.some((part) => part.title.length > title))
      ctx.addIssue(`Each title in the syllabus must be at most ${title} characters.`);
    else if (syllabus.some((part) => part.text.length > text))
      ctx.addIssue(`Each text in the syllabus must be at most ${text} characters.`);
    return syllabus;
  })
  .optional()
  .register(inJson, { type: listOfParts });
