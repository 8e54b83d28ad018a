import { type ConsultancyPackage, site } from "../../../site.config.ts";
import type { CartItem } from "../lib/cart.ts";

export type Mode = "Audio" | "Video";
export const modes = ["Audio", "Video"] as const satisfies Mode[];

export const priceOf = ({ audioPrice, videoPrice }: ConsultancyPackage, mode: Mode) =>
  mode === "Video" ? videoPrice : audioPrice;

/** A package as a line of the cart: one line for each package and way of meeting. */
export const packageItem = (chosen: ConsultancyPackage, mode: Mode): CartItem => ({
  itemId: `${chosen.title}-${mode.toLowerCase()}`,
  itemType: "consultancy",
  title: `${chosen.title} (${mode})`,
  price: priceOf(chosen, mode),
  image: site.logo,
});
