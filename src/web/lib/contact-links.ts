import { site } from "../../../site.config.ts";

export const contactLinks = {
  phone: `tel:${site.phone.replace(/[^\d+]/g, "")}`,
  email: `mailto:${site.email}`,
  whatsapp: (text?: string) => `https://wa.me/${site.whatsapp}${text ? `?text=${encodeURIComponent(text)}` : ""}`,
};

/** The first message of somebody who asks about a product or course. */
export const questionAbout = (title: string) => `Namaste! I would like to know more about “${title}”.`;
