import { z } from "zod";
import { MAX_COURIER_LENGTH } from "../field-rules.ts";
import { gstinOrEmpty, optionalText, optionalUrl, requiredEmail, requiredPhone, requiredText } from "../fields.ts";
import { isAllowedLink } from "../link-rules.ts";
import { MAX_QUANTITY } from "../orders/cart-rules.ts";
import { NUMBER_MARK } from "../orders/shipment-rules.ts";
import { accentProblem } from "./accent-rules.ts";
import { categories, type category, facts, reviews, search } from "./catalogue-settings.ts";
import { seller, tax } from "./seller-settings.ts";
import { list, number, rupees, unique, whole } from "./setting-fields.ts";

/** The owner's settings, in groups. The defaults are in `site.config.ts`; the database stores changed groups. */

const business = z.object({
  brand: requiredText("Shop name", 40),
  tagline: requiredText("Tagline", 120),
  description: requiredText("Description", 400),
  phone: requiredPhone,
  whatsapp: requiredText("WhatsApp number", 15).regex(
    /^\d{8,15}$/,
    "WhatsApp number must be digits with the country code, such as 919000000000.",
  ),
  email: requiredEmail,
  address: list(requiredText("A line of the address", 100), "Address", { min: 1, max: 6 }),
  map: z.object({ latitude: number("Latitude", -90, 90), longitude: number("Longitude", -180, 180) }),
  social: list(
    z.object({
      name: requiredText("Name", 40),
      url: optionalUrl("Address").pipe(z.string().min(1, "Address is required.")),
    }),
    "Social links",
    { max: 8 },
  ),
  courts: requiredText("Courts", 100).describe("Where disputes are heard; the terms name them."),
  founder: optionalText("Founder", 100),
  gstin: gstinOrEmpty.default(""),
  credit: z.object({ name: optionalText("Credit", 100), url: optionalUrl("Credit's address") }),
  deliveryNote: optionalText("Delivery note", 200),
  damageNote: optionalText("Damaged or wrong pieces", 400),
  packingNote: optionalText("Packing", 400),
  waysToPay: list(requiredText("A way to pay", 30), "Ways to pay", { max: 8 }),
  grievance: z
    .object({
      name: requiredText("Name", 100),
      role: requiredText("Role", 100),
      email: requiredEmail,
      phone: requiredPhone,
      hours: requiredText("Hours", 100),
    })
    .describe("The grievance officer, required by the Consumer Protection (E-Commerce) Rules, 2020."),
});

const picture = z
  .string("A picture must be text.")
  .max(100, "Send the picture first.")
  .regex(/^\/uploads\/[\w-]{1,80}\.(?:jpg|png|webp|avif|gif)$/, "Send the picture first.")
  .nullable();

const look = z.object({
  accent: z
    .string("Accent colour must be text.")
    .max(7, "Accent colour must be a colour such as #f0a830.")
    .regex(/^#[\da-f]{6}$/i, "Accent colour must be a colour such as #f0a830.")
    .toLowerCase()
    .refine((colour) => !accentProblem(colour), { error: (issue) => accentProblem(String(issue.input)) ?? "" })
    .nullable(),
  logo: picture.describe("In the header, in mails, for link previews and for consultations in the cart."),
  icon: picture.describe("Of the browser's tab and the home screen."),
  hero: picture.describe("On the home page, instead of the drawing."),
});

const claim = z.object({ title: requiredText("Title", 80), text: requiredText("Text", 400) });

const aboutPart = z.object({
  title: requiredText("Title", 120),
  lead: requiredText("Lead", 1_000),
  more: list(requiredText("Paragraph", 2_000), "Read More", { min: 1, max: 10 }).describe("The text behind Read More."),
});

const meetingMode = z.object({
  title: requiredText("Title", 60),
  lead: requiredText("Lead", 200),
  answers: list(z.object({ question: requiredText("Question", 80), answer: requiredText("Answer", 300) }), "Answers", {
    min: 1,
    max: 6,
  }),
});

const home = z.object({
  aboutUs: z.tuple([aboutPart, aboutPart], "About needs two parts."),
  whyChooseUs: list(claim, "Why Choose Us", { min: 1, max: 9 }),
  whyWeAreTheBest: list(claim, "Why We Are The Best", { min: 1, max: 9 }),
  methodsOfTeaching: list(claim, "Methods Of Teaching", { min: 1, max: 6 }),
  waysToMeet: z.tuple([meetingMode, meetingMode], "Two ways to meet are compared."),
});

const consultancyPackage = z.object({
  title: requiredText("Title", 60),
  duration: requiredText("Duration", 40),
  minutes: whole("Minutes", 5, 600),
  bestFor: requiredText("Best for", 120),
  audioPrice: rupees("Audio price", 1),
  videoPrice: rupees("Video price", 1),
  tag: optionalText("Tag", 30),
  highlight: z.boolean("Highlight must be true or false."),
  included: list(requiredText("An included point", 200), "Included", { max: 8 }),
  suitableFor: list(requiredText("A point", 200), "Suitable for", { max: 8 }),
  expertId: z
    .string("Expert must be text.")
    .max(100, "This is not the id of an expert.")
    .default("")
    .describe("Whom the sessions are with. Empty: the founder."),
  taxClass: optionalText("Tax class", 60).describe("The id of a tax class. Empty: that of sessions."),
});

const packages = z.object({
  packages: list(consultancyPackage, "Packages", { min: 1, max: 6 }).superRefine(
    unique(({ title }) => title.toLowerCase(), "title", "Another package has this title."),
  ),
});

const announcement = z.object({
  text: optionalText("Announcement", 160),
  link: optionalText("Link", 200).refine(
    (link) => link === "" || (/^(\/|https:\/\/)/.test(link) && isAllowedLink(link)),
    "Link must be a page of the shop, such as /courses, or start with https://.",
  ),
});

const PIN_PREFIX = /^[1-9]\d{0,5}$/;
const grams = (label: string) => whole(label, 1, 1_000_000);

const deliveryCharge = z.object({
  isCharged: z.boolean("Charge for delivery must be true or false."),
  flat: rupees("Price of a parcel").describe("Where no weight and no PIN code has a price of its own."),
  freeAbove: rupees("Free from").describe("What the pieces must come to, after a coupon. 0: never free."),
  slabs: list(z.object({ upToGrams: grams("Weight"), price: rupees("Price") }), "Prices by weight", { max: 20 })
    .superRefine(unique(({ upToGrams }) => `${upToGrams}`, "upToGrams", "Another price has this weight."))
    .describe("The lightest slab that the pieces fit in; heavier parcels have the flat price."),
  defaultWeightGrams: grams("Weight of other pieces").describe("Of a piece without a weight of its own."),
  pinPrices: list(
    z.object({
      prefix: requiredText("PIN code", 6).refine(
        (digits) => digits === "" || PIN_PREFIX.test(digits),
        "PIN code must be the first digits of PIN codes, such as 44.",
      ),
      price: rupees("Price"),
    }),
    "Prices by PIN code",
    { max: 200 },
  )
    .superRefine(unique(({ prefix }) => prefix, "prefix", "Another price has these digits."))
    .describe("The longest match replaces the other prices."),
});

const daysUnderWay = {
  from: whole("From", 0, 60).describe("Working days after it was handed to the courier."),
  to: whole("To", 0, 60),
};
const checkDays = ({ from, to }: { from: number; to: number }, ctx: z.RefinementCtx) => {
  if (to < from) ctx.addIssue({ code: "custom", path: ["to"], message: "To cannot be less than From." });
};

const arrivalDays = z.object({
  isShown: z.boolean("Show when pieces arrive must be true or false."),
  handlingDays: whole("Days to pack", 0, 30).describe("Working days until an order is handed to the courier."),
  cutOffHour: whole("Orders until", 0, 24).describe(
    "Hour in Indian time; later orders count as those of the next day.",
  ),
  isSundayOff: z.boolean("Sundays off must be true or false."),
  daysOff: list(z.iso.date("A day off must be a date such as 2026-12-25."), "Days off", { max: 100 }),
  rest: z.object(daysUnderWay).superRefine(checkDays).describe("Where no zone fits."),
  zones: list(
    z
      .object({
        prefixes: requiredText("PIN codes", 500).refine(
          (text) => text.split(/[\s,]+/).every((digits) => PIN_PREFIX.test(digits)),
          "PIN codes must be first digits with commas between them, such as 78, 79, 737.",
        ),
        ...daysUnderWay,
      })
      .superRefine(checkDays),
    "Zones",
    { max: 30 },
  ).describe("The longest match counts."),
});

const delivery = z.object({
  addressNeeded: z
    .boolean("Address needed must be true or false.")
    .describe("Whether orders with pieces need an address and a PIN code."),
  arrival: arrivalDays,
  maxPiecesPerOrder: whole("Pieces of one product", 1, MAX_QUANTITY).describe(
    "Pieces of one product in an order: nobody holds the whole stock without paying.",
  ),
  couriers: list(
    z.object({ name: requiredText("Name", MAX_COURIER_LENGTH), trackingUrl: optionalUrl("Tracking address") }),
    "Couriers",
    { max: 20 },
  )
    .superRefine(unique(({ name }) => name.toLowerCase(), "name", "Another courier has this name."))
    .describe(`Who carries parcels. ${NUMBER_MARK} in the address stands for the tracking number.`),
  charge: deliveryCharge,
});

const appointments = z.object({
  maxMoves: whole("Moves", 0, 10).describe("How often a caller may move a session online."),
  freeChangeHours: whole("Hours before", 0, 14 * 24).describe("Until when a caller may move or cancel online."),
  isRefunded: z
    .boolean("Refund must be true or false.")
    .describe("Whether a session that its caller cancels in time is refunded at once. Otherwise the owner decides."),
  intakeDays: whole("Days", 1, 365).describe("When what callers told the expert is erased, after the session."),
});

const legalText = (label: string) =>
  optionalText(label, 60_000)
    .refine((text) => text === "" || text.startsWith("## "), `${label} must begin with a heading, such as ## Delivery.`)
    .describe("Markdown with a heading (##) for each section. Empty: the standard text.");

const legal = z.object({
  terms: legalText("Terms and Conditions"),
  privacy: legalText("Privacy Policy"),
  updatedOn: z.iso.date("Last updated must be a date such as 2026-11-14."),
});

export const settingGroups = {
  business,
  look,
  home,
  packages,
  categories,
  facts,
  search,
  reviews,
  delivery,
  seller,
  tax,
  appointments,
  announcement,
  legal,
};
export type SettingGroup = keyof typeof settingGroups;
export const settingGroupNames = Object.keys(settingGroups) as [SettingGroup, ...SettingGroup[]];
export type Settings = { [Group in SettingGroup]: z.output<(typeof settingGroups)[Group]> };

export type Business = Settings["business"];
export type Category = z.output<typeof category>;
export type Claim = z.output<typeof claim>;
export type ArrivalDays = z.output<typeof arrivalDays>;
export type DeliveryCharge = z.output<typeof deliveryCharge>;
export type TaxSettings = Settings["tax"];
export type AboutPart = z.output<typeof aboutPart>;
export type MeetingMode = z.output<typeof meetingMode>;
export type ConsultancyPackage = z.output<typeof consultancyPackage>;
