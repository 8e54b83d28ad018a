export type Values = Record<string, unknown>;

interface Named {
  name: string;
  label: string;
  hint?: string;
}
interface SimpleField extends Named {
  kind:
    | "line"
    | "secret"
    | "text"
    | "email"
    | "phone"
    | "url"
    | "number"
    | "flag"
    | "colour"
    | "date"
    | "picture"
    | "expert"
    | "lines"
    | "legal";
  isOptional?: boolean;
  /** Marks the field while it is empty. */
  emptyMark?: string;
}
export interface ChoiceField extends Named {
  kind: "choice";
  /** Fixed ones, of which the chosen one's explanation is the hint, or those of another setting. */
  choices: readonly (readonly [value: string, text: string, explanation?: string])[] | "taxClasses" | "categories";
  /** The text of the empty choice. If undefined, one must be chosen. */
  none?: string;
}
interface ObjectField extends Named {
  kind: "object";
  fields: readonly SettingField[];
}
export interface ListField extends Named {
  kind: "list";
  noun: string;
  fields: readonly SettingField[];
  /** Creates an empty entry. If undefined, the list is fixed: entries cannot be added, removed or moved. */
  create?: () => Values;
}
export type SettingField = SimpleField | ChoiceField | ObjectField | ListField;

export const simple =
  (kind: SimpleField["kind"]) =>
  (name: string, label: string, rest: Pick<SimpleField, "hint" | "isOptional" | "emptyMark"> = {}): SimpleField => ({
    kind,
    name,
    label,
    ...rest,
  });
export const line = simple("line");
export const secret = simple("secret");
export const text = simple("text");
export const email = simple("email");
export const phone = simple("phone");
export const url = simple("url");
export const number = simple("number");
export const flag = simple("flag");
export const picture = simple("picture");
export const lines = simple("lines");
export const date = simple("date");
export const isOptional = true;

type Rest = Pick<ChoiceField, "hint" | "none">;
export const choice = (name: string, label: string, choices: ChoiceField["choices"], rest?: Rest): ChoiceField => ({
  kind: "choice",
  name,
  label,
  choices,
  ...rest,
});

export const object = (name: string, label: string, fields: readonly SettingField[], hint?: string): ObjectField => ({
  kind: "object",
  name,
  label,
  fields,
  ...(hint && { hint }),
});

const emptyValues: Partial<Record<SettingField["kind"], unknown>> = { number: 0, flag: false };

const emptyOf = ({ kind }: SettingField) => (kind === "lines" || kind === "list" ? [] : (emptyValues[kind] ?? ""));

/** The name and label, and the noun for one entry. New entries are empty but for `start`. */
export const list = (
  [name, label, noun]: [name: string, label: string, noun: string],
  fields: readonly SettingField[],
  { hint, start }: { hint?: string; start?: () => Values } = {},
): ListField => ({
  ...fixedList([name, label, noun], fields),
  ...(hint && { hint }),
  create: () => ({ ...Object.fromEntries(fields.map((field) => [field.name, emptyOf(field)])), ...start?.() }),
});

export const fixedList = (
  [name, label, noun]: [string, string, string],
  fields: readonly SettingField[],
): ListField => ({
  kind: "list",
  name,
  label,
  noun,
  fields,
});

export interface SettingFieldProps<F = SettingField> {
  field: F;
  /** The path of the value, such as `packages.1.title`: the name of its control and the key of its error. */
  path: string;
  value: unknown;
  errors: Record<string, string>;
  onChange: (value: unknown) => void;
}
