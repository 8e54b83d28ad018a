import type { SettingGroup } from "../../../contracts/settings/settings.ts";
import { appointmentFields } from "./appointment-fields.ts";
import { deliveryFields } from "./delivery-fields.ts";

export type Values = Record<string, unknown>;

interface Named {
  name: string;
  label: string;
  hint?: string;
}

interface SimpleField extends Named {
  kind:
    | "line"
    | "text"
    | "email"
    | "phone"
    | "url"
    | "number"
    | "rupees"
    | "flag"
    | "colour"
    | "date"
    | "picture"
    | "expert";
  isOptional?: boolean;
}
/** A list of texts, one per line. */
interface LinesField extends Named {
  kind: "lines";
  isOptional?: boolean;
}
interface ObjectField extends Named {
  kind: "object";
  fields: readonly SettingField[];
}
interface ListField extends Named {
  kind: "list";
  /** The singular for one entry: "package". */
  noun: string;
  fields: readonly SettingField[];
  /** Creates an empty entry. If undefined, the list is fixed: entries cannot be added, removed or moved. */
  create?: () => Values;
}
/** A long text with headings and lists. */
interface LegalField extends Named {
  kind: "legal";
}
export type SettingField = SimpleField | LinesField | ObjectField | ListField | LegalField;

const claimFields = [
  { kind: "line", name: "title", label: "Title" },
  { kind: "text", name: "text", label: "Text" },
] as const;
const newClaim = () => ({ title: "", text: "" });
const newId = () => crypto.randomUUID();

const categoryFields = [
  { kind: "line", name: "name", label: "Name" },
  { kind: "line", name: "lead", label: "Line below the title", isOptional: true },
] as const;

/** The form of each group. The rules are in `contracts/settings/settings.ts`. */
export const groupFields: Record<SettingGroup, readonly SettingField[]> = {
  business: [
    { kind: "line", name: "brand", label: "Shop name" },
    { kind: "line", name: "tagline", label: "Tagline", hint: "The large words at the top of the home page." },
    { kind: "text", name: "description", label: "Description" },
    { kind: "phone", name: "phone", label: "Phone" },
    { kind: "line", name: "whatsapp", label: "WhatsApp number", hint: "Digits with the country code: 919000000000." },
    { kind: "email", name: "email", label: "E-mail", hint: "Enquiries and notices about orders are sent there." },
    { kind: "lines", name: "address", label: "Address" },
    {
      kind: "object",
      name: "map",
      label: "Place on the map",
      fields: [
        { kind: "number", name: "latitude", label: "Latitude" },
        { kind: "number", name: "longitude", label: "Longitude" },
      ],
    },
    {
      kind: "list",
      name: "social",
      label: "Social links",
      noun: "link",
      fields: [
        { kind: "line", name: "name", label: "Name" },
        { kind: "url", name: "url", label: "Address" },
      ],
      create: () => ({ name: "", url: "" }),
    },
    {
      kind: "line",
      name: "founder",
      label: "Founder",
      isOptional: true,
      hint: "The expert with this name comes first and is marked as Founder.",
    },
    { kind: "line", name: "courts", label: "Courts", hint: "Where disputes are heard; the terms name them." },
    { kind: "line", name: "deliveryNote", label: "Delivery note", isOptional: true, hint: "Beside every piece." },
    { kind: "lines", name: "waysToPay", label: "Ways to pay", isOptional: true },
    {
      kind: "object",
      name: "grievance",
      label: "Grievance officer",
      hint: "Required of every online shop in India; the legal pages name them.",
      fields: [
        { kind: "line", name: "name", label: "Name" },
        { kind: "line", name: "role", label: "Role" },
        { kind: "email", name: "email", label: "E-mail" },
        { kind: "phone", name: "phone", label: "Phone" },
        { kind: "line", name: "hours", label: "Hours" },
      ],
    },
    {
      kind: "object",
      name: "credit",
      label: "Credit in the footer",
      fields: [
        { kind: "line", name: "name", label: "Name", isOptional: true },
        { kind: "url", name: "url", label: "Address", isOptional: true },
      ],
    },
  ],
  look: [
    {
      kind: "colour",
      name: "accent",
      label: "Accent colour",
      hint: "Of buttons and marks. Dark text must be readable on it.",
    },
    {
      kind: "picture",
      name: "logo",
      label: "Logo",
      hint: "Square, at least 200 pixels wide. In the header and in carts.",
    },
    {
      kind: "picture",
      name: "icon",
      label: "Icon",
      hint: "Square, at least 512 pixels wide. In the browser's tab and on home screens.",
    },
    { kind: "picture", name: "hero", label: "Picture on the home page", hint: "Instead of the drawing with pieces." },
  ],
  home: [
    {
      kind: "list",
      name: "aboutUs",
      label: "About",
      noun: "part",
      fields: [
        { kind: "line", name: "title", label: "Title" },
        { kind: "text", name: "lead", label: "Lead" },
        { kind: "lines", name: "more", label: "Behind Read More", hint: "Each line is a paragraph." },
      ],
    },
    { kind: "list", name: "whyChooseUs", label: "Why Choose Us", noun: "claim", fields: claimFields, create: newClaim },
    {
      kind: "list",
      name: "whyWeAreTheBest",
      label: "Why We Are The Best",
      noun: "claim",
      fields: claimFields,
      create: newClaim,
    },
    {
      kind: "list",
      name: "methodsOfTeaching",
      label: "Methods Of Teaching",
      noun: "method",
      fields: claimFields,
      create: newClaim,
    },
    {
      kind: "list",
      name: "waysToMeet",
      label: "Video or Chat/Audio",
      noun: "way",
      fields: [
        { kind: "line", name: "title", label: "Title" },
        { kind: "line", name: "lead", label: "Lead" },
        {
          kind: "list",
          name: "answers",
          label: "Answers",
          noun: "answer",
          fields: [
            { kind: "line", name: "question", label: "Question" },
            { kind: "line", name: "answer", label: "Answer" },
          ],
          create: () => ({ question: "", answer: "" }),
        },
      ],
    },
  ],
  packages: [
    {
      kind: "list",
      name: "packages",
      label: "Packages",
      noun: "package",
      hint: "Placed orders keep their prices.",
      fields: [
        { kind: "line", name: "title", label: "Title" },
        { kind: "line", name: "duration", label: "Duration, as shown" },
        { kind: "number", name: "minutes", label: "Minutes" },
        { kind: "line", name: "bestFor", label: "Best for" },
        { kind: "rupees", name: "audioPrice", label: "Audio price" },
        { kind: "rupees", name: "videoPrice", label: "Video price" },
        { kind: "line", name: "tag", label: "Tag", isOptional: true },
        { kind: "flag", name: "highlight", label: "Highlighted" },
        {
          kind: "expert",
          name: "expertId",
          label: "Expert",
          hint: "Who takes the sessions that are sold from now on.",
        },
        { kind: "lines", name: "included", label: "What is included", isOptional: true },
        { kind: "lines", name: "suitableFor", label: "Suitable for", isOptional: true },
      ],
      create: () => ({
        title: "",
        duration: "",
        minutes: 30,
        bestFor: "",
        audioPrice: 0,
        videoPrice: 0,
        tag: "",
        highlight: false,
        included: [],
        suitableFor: [],
        expertId: "",
      }),
    },
  ],
  categories: [
    {
      kind: "list",
      name: "categories",
      label: "Categories",
      noun: "category",
      hint: "Products follow a new name, and links with the old one still work.",
      fields: [
        ...categoryFields,
        {
          kind: "list",
          name: "subCategories",
          label: "Sub categories",
          noun: "sub category",
          fields: categoryFields,
          create: () => ({ id: newId(), name: "", lead: "" }),
        },
      ],
      create: () => ({ id: newId(), name: "", lead: "", subCategories: [] }),
    },
  ],
  delivery: deliveryFields,
  appointments: appointmentFields,
  announcement: [
    {
      kind: "line",
      name: "text",
      label: "Announcement",
      isOptional: true,
      hint: "A line above every page. Empty: none.",
    },
    { kind: "line", name: "link", label: "Link", isOptional: true, hint: "A page of the shop, such as /courses." },
  ],
  legal: [
    { kind: "legal", name: "terms", label: "Terms and Conditions" },
    { kind: "legal", name: "privacy", label: "Privacy Policy" },
    { kind: "date", name: "updatedOn", label: "Last updated" },
  ],
};
