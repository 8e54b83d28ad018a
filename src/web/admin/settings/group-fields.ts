import { listFacts } from "../../../contracts/catalogue/product-rules.ts";
import type { SettingGroup } from "../../../contracts/settings/settings.ts";
import {
  choice,
  date,
  email,
  fixedList,
  flag,
  isOptional,
  line,
  lines,
  list,
  number,
  object,
  phone,
  picture,
  type SettingField,
  simple,
  text,
  url,
} from "./field-kinds.ts";
import { searchFields } from "./search-fields.ts";

const claimFields = [line("title", "Title"), text("text", "Text")];
const categoryFields = [line("name", "Name"), line("lead", "Line below the title", { isOptional })];
const newId = () => ({ id: crypto.randomUUID() });

const sellerModes = [
  [
    "unregistered",
    "Not registered",
    "Buyers get numbered receipts without tax, and the checkout stays as it is. Your accountant must confirm it.",
  ],
  [
    "composition",
    "Composition scheme",
    "Buyers get bills of supply: no tax may be shown or collected. You can sell within your own State only, so the checkout asks for the State. It needs your GSTIN, and your accountant must confirm it.",
  ],
  [
    "regular",
    "Regular",
    "Buyers get tax invoices. The checkout asks for the State and offers a field for the buyer's GSTIN. It needs your GSTIN, and every tax class in use must first be confirmed by name under Tax classes. Your accountant must confirm it.",
  ],
] as const;

const newRate = () => ({ from: "", code: "", treatment: "taxable", rate: 0, confirmedBy: "" });
const rateFields = [
  date("from", "Valid from"),
  line("code", "HSN or SAC", { hint: "4 to 8 digits." }),
  choice("treatment", "Treatment", [
    ["taxable", "Taxable"],
    ["nil", "Nil rated"],
    ["exempt", "Exempt"],
  ]),
  number("rate", "Rate in %"),
  line("confirmedBy", "Confirmed by", {
    isOptional,
    emptyMark: "Not confirmed. Enter the name of your accountant once they have checked it.",
  }),
];

/** The form of each group. The rules are in `contracts/settings/settings.ts`. */
export const groupFields: Record<SettingGroup, readonly SettingField[]> = {
  business: [
    line("brand", "Shop name"),
    line("tagline", "Tagline", { hint: "The large words at the top of the home page." }),
    text("description", "Description"),
    phone("phone", "Phone"),
    line("whatsapp", "WhatsApp number", { hint: "Digits with the country code: 919000000000." }),
    email("email", "E-mail", { hint: "Enquiries and notices about orders are sent there." }),
    lines("address", "Address"),
    object("map", "Place on the map", [number("latitude", "Latitude"), number("longitude", "Longitude")]),
    list(["social", "Social links", "link"], [line("name", "Name"), url("url", "Address")]),
    line("founder", "Founder", {
      isOptional,
      hint: "The expert with this name comes first and is marked as Founder.",
    }),
    line("gstin", "GSTIN", { isOptional, hint: "In the footer and beside every piece." }),
    line("courts", "Courts", { hint: "Where disputes are heard; the terms name them." }),
    line("deliveryNote", "Delivery note", { isOptional, hint: "Beside every piece." }),
    text("damageNote", "Damaged or wrong pieces", { isOptional, hint: "What you do about them. Beside every piece." }),
    text("packingNote", "Packing", { isOptional, hint: "Beside every piece." }),
    lines("waysToPay", "Ways to pay", { isOptional }),
    object(
      "grievance",
      "Grievance officer",
      [
        line("name", "Name"),
        line("role", "Role"),
        email("email", "E-mail"),
        phone("phone", "Phone"),
        line("hours", "Hours"),
      ],
      "Required of every online shop in India; the legal pages name them.",
    ),
    object("credit", "Credit in the footer", [
      line("name", "Name", { isOptional }),
      url("url", "Address", { isOptional }),
    ]),
  ],
  look: [
    simple("colour")("accent", "Accent colour", { hint: "Of buttons and marks. Dark text must be readable on it." }),
    picture("logo", "Logo", { hint: "Square, at least 200 pixels wide. In the header, in carts and in mails." }),
    picture("icon", "Icon", { hint: "Square, at least 512 pixels wide. In the browser's tab and on home screens." }),
    picture("hero", "Picture on the home page", { hint: "Instead of the drawing with pieces." }),
  ],
  home: [
    fixedList(
      ["aboutUs", "About", "part"],
      [
        line("title", "Title"),
        text("lead", "Lead"),
        lines("more", "Behind Read More", { hint: "Each line is a paragraph." }),
      ],
    ),
    list(["whyChooseUs", "Why Choose Us", "claim"], claimFields),
    list(["whyWeAreTheBest", "Why We Are The Best", "claim"], claimFields),
    list(["methodsOfTeaching", "Methods Of Teaching", "method"], claimFields),
    fixedList(
      ["waysToMeet", "Video or Chat/Audio", "way"],
      [
        line("title", "Title"),
        line("lead", "Lead"),
        list(["answers", "Answers", "answer"], [line("question", "Question"), line("answer", "Answer")]),
      ],
    ),
  ],
  packages: [
    list(
      ["packages", "Packages", "package"],
      [
        line("title", "Title"),
        line("duration", "Duration, as shown"),
        number("minutes", "Minutes"),
        line("bestFor", "Best for"),
        number("audioPrice", "Audio price"),
        number("videoPrice", "Video price"),
        line("tag", "Tag", { isOptional }),
        flag("highlight", "Highlighted"),
        simple("expert")("expertId", "Expert", { hint: "Who takes the sessions that are sold from now on." }),
        lines("included", "What is included", { isOptional }),
        lines("suitableFor", "Suitable for", { isOptional }),
        choice("taxClass", "Tax class", "taxClasses", { none: "As all sessions" }),
      ],
      { hint: "Placed orders keep their prices.", start: () => ({ minutes: 30 }) },
    ),
  ],
  categories: [
    list(
      ["categories", "Categories", "category"],
      [...categoryFields, list(["subCategories", "Sub categories", "sub category"], categoryFields, { start: newId })],
      { hint: "Products follow a new name, and links with the old one still work.", start: newId },
    ),
  ],
  facts: listFacts.map(({ name, label, plural }) =>
    list([name, plural, label.toLowerCase()], [line("name", "Name"), text("text", "Text", { isOptional })], {
      start: newId,
    }),
  ),
  search: searchFields,
  seller: [
    choice("mode", "How you are registered for GST", sellerModes),
    line("legalName", "Legal name", { isOptional, hint: "As on your certificate. Empty: the shop's name." }),
    line("signatory", "Signatory", { isOptional, hint: "Who signs: the name below the total." }),
    line("serialPrefix", "First letters of the numbers", {
      isOptional,
      hint: "At most two. Papers are numbered without gaps in each financial year, such as A/26-27/000001.",
    }),
    flag("isReceiptGiven", "Give a receipt at payment too", {
      hint: "If you are registered: besides the invoice or bill, which comes when pieces are sent.",
    }),
  ],
  tax: [
    list(
      ["classes", "Tax classes", "class"],
      [
        line("name", "Name"),
        list(["rates", "Rates", "rate"], rateFields, { hint: "The newest that has begun counts.", start: newRate }),
      ],
      {
        hint: "Those of a new shop are proposals: your accountant must confirm every code and rate. Tax invoices need it.",
        start: () => ({ ...newId(), rates: [newRate()] }),
      },
    ),
    choice("product", "Class of pieces", "taxClasses", { hint: "Where the piece and its category have none." }),
    choice("course", "Class of courses", "taxClasses"),
    choice("consultancy", "Class of sessions", "taxClasses"),
    list(
      ["byCategory", "Classes by category", "line"],
      [choice("category", "Category", "categories"), choice("taxClass", "Tax class", "taxClasses")],
      { hint: "For pieces without a class of their own." },
    ),
    choice("delivery", "Tax on delivery", [
      ["pieces", "Shared out over the pieces", "The charge is taxed like the pieces it carries. Ask your accountant."],
      ["highest", "The highest rate of the pieces", "The whole charge has one rate. Ask your accountant."],
    ]),
  ],
  reviews: [
    flag("isAsked", "Ask buyers for a review"),
    number("days", "Days to wait", { hint: "After delivery, the start of a course or a session." }),
  ],
  delivery: [
    number("maxPiecesPerOrder", "Pieces of one product", {
      hint: "The most that one order can have, so that nobody holds the whole stock without paying.",
    }),
    flag("addressNeeded", "Pieces need an address", {
      hint: "We recommend it. Otherwise an order can be paid without, and its buyer is asked by mail.",
    }),
    object(
      "arrival",
      "When pieces arrive",
      [
        flag("isShown", "Tell buyers when pieces arrive"),
        flag("isSundayOff", "Sundays are off"),
        number("handlingDays", "Days to pack", { hint: "Working days until the courier has the parcel." }),
        number("cutOffHour", "Orders until", {
          hint: "An hour from 0 to 24 in Indian time. Later orders count as those of the next day.",
        }),
        object("rest", "Working days under way", [number("from", "From"), number("to", "To")]),
        list(
          ["zones", "Other places", "zone"],
          [
            line("prefixes", "First digits of PIN codes", { hint: "With commas between them: 78, 79, 737." }),
            number("from", "From"),
            number("to", "To"),
          ],
          { hint: "Instead of the days above. Of several that match, the longest digits count." },
        ),
        lines("daysOff", "Days off", { isOptional, hint: "Dates such as 2026-12-25, one on each line." }),
      ],
      "Buyers see the days on the pages of products, in the cart, at the checkout and in their mail.",
    ),
    object(
      "charge",
      "Delivery charge",
      [
        flag("isCharged", "Charge for delivery"),
        number("flat", "Price of a parcel", { hint: "Where no price below fits better." }),
        number("freeAbove", "Free from", { hint: "What the pieces must come to, after a coupon. 0: never free." }),
        list(
          ["slabs", "Prices by weight", "weight"],
          [number("upToGrams", "Up to, in grams"), number("price", "Price")],
          {
            hint: "The lightest that the pieces fit in. Heavier parcels have the price above.",
            start: () => ({ upToGrams: 500 }),
          },
        ),
        number("defaultWeightGrams", "Weight of other pieces", {
          hint: "In grams, for pieces without a weight of their own.",
        }),
        list(
          ["pinPrices", "Prices by PIN code", "PIN code"],
          [line("prefix", "First digits", { hint: "Such as 744, or a whole PIN code." }), number("price", "Price")],
          { hint: "Instead of the prices above. Of several that match, the longest counts." },
        ),
      ],
      "For orders with pieces. Change the delivery note under Name and contact as well: it says what delivery costs.",
    ),
    list(
      ["couriers", "Couriers", "courier"],
      [line("name", "Name"), url("trackingUrl", "Tracking address", { isOptional })],
      { hint: "In the tracking address, {awb} stands for the parcel's number. Buyers get the link." },
    ),
  ],
  appointments: [
    number("freeChangeHours", "Hours before a session", {
      hint: "Until then its caller can move or cancel it online. You can at any time.",
    }),
    number("maxMoves", "Moves", { hint: "How often a caller can move a session online." }),
    flag("isRefunded", "Refund sessions that are cancelled in time", {
      hint: "At once and in full. Otherwise you decide about each on its order.",
    }),
    number("intakeDays", "Days to keep what callers told the expert", {
      hint: "After the session. Then it is erased.",
    }),
  ],
  announcement: [
    line("text", "Announcement", { isOptional, hint: "A line above every page. Empty: none." }),
    line("link", "Link", { isOptional, hint: "A page of the shop, such as /courses." }),
  ],
  legal: [
    simple("legal")("terms", "Terms and Conditions"),
    simple("legal")("privacy", "Privacy Policy"),
    date("updatedOn", "Last updated"),
  ],
};
