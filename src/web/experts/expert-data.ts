import { isFounder } from "./expert-view.ts";

interface ExpertInput {
  name: string;
  image: string | undefined;
  languages: string;
  specialization: string;
  topics: string[];
}

/** The expert as schema.org data. */
export const personData = (
  origin: string,
  path: string,
  expert: ExpertInput,
  description: string,
  shop: { brand: string; founder: string },
) => ({
  "@context": "https://schema.org",
  "@type": "Person",
  name: expert.name,
  description,
  url: `${origin}${path}`,
  image: expert.image ? `${origin}${expert.image}` : undefined,
  jobTitle: isFounder(shop, expert) ? "Founder" : "Consultant",
  knowsLanguage: expert.languages.split(",").map((language) => language.trim()),
  knowsAbout: [...expert.specialization.split(",").map((field) => field.trim()), ...expert.topics],
  worksFor: { "@type": "Organization", name: shop.brand, url: origin },
});
