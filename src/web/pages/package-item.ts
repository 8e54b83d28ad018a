import {
  type ConsultationMode,
  packageItemId,
  packageItemTitle,
} from "../../contracts/appointments/consultation-rules.ts";
import type { ConsultancyPackage } from "../../contracts/settings/settings.ts";
import type { CartItem } from "../lib/cart.ts";

export const packagePrice = ({ audioPrice, videoPrice }: ConsultancyPackage, mode: ConsultationMode) =>
  mode === "video" ? videoPrice : audioPrice;

/** A package as a cart item: one line for each package and mode. */
export const toPackageItem = (offer: ConsultancyPackage, mode: ConsultationMode, logo: string): CartItem => ({
  itemId: packageItemId(offer.title, mode),
  itemType: "consultancy",
  title: packageItemTitle(offer.title, mode),
  price: packagePrice(offer, mode),
  image: logo,
});
