import type { ShopIdentity } from "../../contracts/pages/site.ts";

export const contactLinks = ({ phone, email, whatsapp }: Pick<ShopIdentity, "phone" | "email" | "whatsapp">) => ({
  phone: `tel:${phone.replace(/[^\d+]/g, "")}`,
  email: `mailto:${email}`,
  whatsapp: (text?: string) => `https://wa.me/${whatsapp}${text ? `?text=${encodeURIComponent(text)}` : ""}`,
});

export const questionAbout = (title: string) => `Namaste! I would like to know more about “${title}”.`;
