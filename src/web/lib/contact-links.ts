import { site } from "../../../site.config.ts";

export const contactLinks = {
  phone: `tel:${site.phone.replace(/[^\d+]/g, "")}`,
  email: `mailto:${site.email}`,
  whatsapp: (text?: string) => `https://wa.me/${site.whatsapp}${text ? `?text=${encodeURIComponent(text)}` : ""}`,
};
