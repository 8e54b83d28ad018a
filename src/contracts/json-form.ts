import { z } from "zod";

/** What a JSON body has where a form has text: the type of the field, parsed into that text. */
export const inJson = z.registry<{ type: unknown }>();

const wrongType = (label: string, type: string) => ({
  error: ({ input }: { input?: unknown }) => `${label} ${input === undefined ? "is required" : `must be ${type}`}.`,
});

/** The limits are for the OpenAPI document: the field of the form checks them. */
export const jsonNumber = (label: string, minimum: number, maximum: number, type = "number") => ({
  type: z.number(wrongType(label, "a number")).meta({ type, minimum, maximum }).transform(String),
});

export const jsonFlag = (label: string) => ({ type: z.boolean(wrongType(label, "true or false")).transform(String) });

/** A list of short texts, which a form has as one text. */
export const jsonTexts = (label: string, separator: string, maxItems: number, maxLength: number) => ({
  type: z
    .array(z.string(`${label} must be a list of texts.`).meta({ maxLength }), `${label} must be a list of texts.`)
    .meta({ maxItems })
    .refine(
      (texts) => !texts.some((text) => text.includes(separator) || /[\r\n]/.test(text)),
      `${label} must be a list with one value in each entry.`,
    )
    .transform((texts) => texts.join(separator)),
});

/** Of a text only the type is checked here: the form's field checks the rest, together with all other fields. */
function typeOf(field: unknown): z.ZodType {
  const known = inJson.get(field as z.ZodType);
  if (known) return known.type as z.ZodType;
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return typeOf(field.unwrap());
  if (field instanceof z.ZodString)
    return field.clone({ ...field.def, checks: [] }).meta({ maxLength: field.maxLength });
  return field instanceof z.ZodPipe ? typeOf(field.in) : (field as z.ZodType);
}

function toJsonField(field: z.ZodType) {
  const type = typeOf(field);
  if (!field.safeParse(undefined).success) return type;
  const orEmpty = type.nullish().transform((value) => (value === null ? "" : value));
  return field.description ? orEmpty.describe(field.description) : orEmpty;
}

/** The JSON body that stands for a form: parses it into the form's text fields. `null` is an empty field. */
export function jsonForm(form: z.ZodType) {
  const fields = Object.entries((typeOf(form) as z.ZodObject<Record<string, z.ZodType>>).shape);
  const types = Object.fromEntries(fields.map(([name, field]) => [name, toJsonField(field)]));
  return z.object(types, "The body must be a JSON object.");
}
