import { site } from "../../../site.config.ts";
import type { Course } from "../../contracts/course.ts";

/** The course as schema.org data. */
export const courseData = (origin: string, { _id, title, offerPrice, image }: Course, description: string) => ({
  "@context": "https://schema.org",
  "@type": "Course",
  name: title,
  description,
  url: `${origin}/course/${_id}`,
  image: image ? `${origin}${image}` : undefined,
  provider: { "@type": "Organization", name: site.brand, url: origin },
  offers: { "@type": "Offer", category: "Paid", priceCurrency: "INR", price: offerPrice },
});
