import {
  type AppointmentMinutes,
  type ConsultationMode,
  consultationModes,
  consultationPrice,
  expertItemTitle,
} from "../../contracts/appointments/consultation-rules.ts";
import type { Expert } from "../../contracts/catalogue/expert.ts";
import { expertItemId } from "../../contracts/orders/item-rules.ts";
import type { CartItem } from "../lib/cart.ts";
import { shorten } from "../lib/page-meta.ts";

/** A price per minute. */
export type Rate = { mode: ConsultationMode; rupees: number };

const normalise = (name: string) => name.trim().toLowerCase();

export const isFounder = ({ founder }: { founder: string }, { name }: { name: string }) =>
  founder !== "" && normalise(name) === normalise(founder);

const listOf = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

export const domainsOf = ({ domain }: Pick<Expert, "domain">) => listOf(domain);

const shownLanguages = ({ languages }: Pick<Expert, "languages">) => languages.trim() || "English";
export const languagesOf = (expert: Pick<Expert, "languages">) => listOf(shownLanguages(expert));

/** The modes with a price: their own or else the expert's general one. */
export function ratesOf({ price, audioPrice, videoPrice }: Pick<Expert, "price" | "audioPrice" | "videoPrice">) {
  const all = { audio: audioPrice ?? price, video: videoPrice ?? price };
  return consultationModes.flatMap((mode): Rate[] => {
    const rupees = all[mode];
    return rupees === null ? [] : [{ mode, rupees }];
  });
}

export const toExpertSummary = (expert: Expert) => ({
  _id: expert._id,
  name: expert.name,
  version: expert.version,
  image: expert.images[0],
  isOnline: expert.status === "online",
  exp: expert.exp,
  languages: shownLanguages(expert),
  domains: domainsOf(expert),
  price: expert.price,
  rating: expert.rating,
});
export type ExpertSummary = ReturnType<typeof toExpertSummary>;

/** What Online and Offline promise. No call starts at once: a time is chosen, or agreed on, after the order. */
function availabilityText(isOnline: boolean, hasRates: boolean, hasHours: boolean) {
  if (!hasRates) return isOnline ? "Online: takes sessions these days." : "Offline: away for now. You can still ask.";
  if (hasHours)
    return `${isOnline ? "Online" : "Offline for now"}: you choose a time when you book, or after your order.`;
  const contact = "We contact you within a day of your order to agree on";
  return isOnline
    ? `Online: takes sessions these days. ${contact} a time.`
    : `Offline: away for now, but you can book. ${contact} a later time.`;
}

export const toExpertView = (expert: Expert) => ({
  ...toExpertSummary(expert),
  specialization: expert.domain.trim() || "Spiritual Consultation",
  about: expert.description || "No detailed information available for this expert.",
  rates: ratesOf(expert),
  promise: availabilityText(expert.status === "online", ratesOf(expert).length > 0, expert.hasHours),
  hasHours: expert.hasHours,
  topics: expert.topics,
  sampleQuestions: expert.sampleQuestions,
});
export type ExpertView = ReturnType<typeof toExpertView>;

export const toAppointmentItem = (
  { _id, name, image }: Pick<ExpertView, "_id" | "name" | "image">,
  { mode, rupees }: Rate,
  minutes: AppointmentMinutes,
): CartItem => ({
  itemId: expertItemId({ expertId: _id, mode, minutes }),
  itemType: "consultancy",
  title: expertItemTitle(name, mode, minutes),
  price: consultationPrice(rupees, minutes),
  image: image ?? "",
});

export const founderFirst = <T extends { name: string }>(shop: { founder: string }, experts: T[]) =>
  experts.toSorted((a, b) => Number(isFounder(shop, b)) - Number(isFounder(shop, a)));

export const personData = (
  origin: string,
  shop: { brand: string; founder: string },
  expert: ExpertView,
  reviews?: object,
) => ({
  "@context": "https://schema.org",
  "@type": "Person",
  name: expert.name,
  description: shorten(`${expert.name}, ${expert.specialization}. ${expert.about}`),
  url: `${origin}/experts/${expert._id}`,
  image: expert.image ? `${origin}${expert.image}` : undefined,
  jobTitle: isFounder(shop, expert) ? "Founder" : "Consultant",
  knowsLanguage: expert.languages.split(",").map((language) => language.trim()),
  knowsAbout: [...expert.specialization.split(",").map((field) => field.trim()), ...expert.topics],
  worksFor: { "@type": "Organization", name: shop.brand, url: origin },
  // A person has no rating in schema.org, but a service that the person offers has.
  makesOffer: reviews && { "@type": "Offer", itemOffered: { "@type": "Service", name: "Consultation", ...reviews } },
});

export const expertProblem = {
  missing: {
    title: "Expert not found.",
    text: "They may no longer be with us, or the address may have a slip in it.",
  },
  back: { to: "/experts", label: "See all experts" },
};
