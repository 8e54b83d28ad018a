import type { SettingField } from "./group-fields.ts";

export const deliveryFields: readonly SettingField[] = [
  {
    kind: "number",
    name: "maxPiecesPerOrder",
    label: "Pieces of one product",
    hint: "The most that one order can have, so that nobody holds the whole stock without paying.",
  },
  {
    kind: "object",
    name: "charge",
    label: "Delivery charge",
    hint: "For orders with pieces. Change the delivery note under Name and contact as well: it says what delivery costs.",
    fields: [
      { kind: "flag", name: "isCharged", label: "Charge for delivery" },
      { kind: "rupees", name: "flat", label: "Price of a parcel", hint: "Where no price below fits better." },
      {
        kind: "rupees",
        name: "freeAbove",
        label: "Free from",
        hint: "What the pieces must come to, after a coupon. 0: never free.",
      },
      {
        kind: "list",
        name: "slabs",
        label: "Prices by weight",
        noun: "weight",
        hint: "The lightest that the pieces fit in. Heavier parcels have the price above.",
        fields: [
          { kind: "number", name: "upToGrams", label: "Up to, in grams" },
          { kind: "rupees", name: "price", label: "Price" },
        ],
        create: () => ({ upToGrams: 500, price: 0 }),
      },
      {
        kind: "number",
        name: "defaultWeightGrams",
        label: "Weight of other pieces",
        hint: "In grams, for pieces without a weight of their own.",
      },
      {
        kind: "list",
        name: "pinPrices",
        label: "Prices by PIN code",
        noun: "PIN code",
        hint: "Instead of the prices above. Of several that match, the longest counts.",
        fields: [
          { kind: "line", name: "prefix", label: "First digits", hint: "Such as 744, or a whole PIN code." },
          { kind: "rupees", name: "price", label: "Price" },
        ],
        create: () => ({ prefix: "", price: 0 }),
      },
    ],
  },
  {
    kind: "list",
    name: "couriers",
    label: "Couriers",
    noun: "courier",
    hint: "In the tracking address, {awb} stands for the parcel's number. Buyers get the link.",
    fields: [
      { kind: "line", name: "name", label: "Name" },
      { kind: "url", name: "trackingUrl", label: "Tracking address", isOptional: true },
    ],
    create: () => ({ name: "", trackingUrl: "" }),
  },
];
