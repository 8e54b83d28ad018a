export const settingTitles = {
  business: "Name and contact",
  look: "Logo and colour",
  home: "Home and about",
  packages: "Packages",
  categories: "Categories",
  facts: "Intentions, signs, planets, chakras",
  search: "Search and feeds",
  reviews: "Reviews",
  delivery: "Orders and delivery",
  seller: "Registration and papers",
  tax: "Tax classes",
  appointments: "Sessions",
  announcement: "Announcement",
  legal: "Legal texts",
} as const;

/** Groups of keys and passwords, which are stored encrypted and never shown. */
export const sealedTitles = { payments: "Payments", mail: "Mail" } as const;
export type SealedGroup = keyof typeof sealedTitles;
export const sealedGroups = ["payments", "mail"] as const;
export const secretFields: Record<SealedGroup, readonly string[]> = {
  payments: ["keySecret", "webhookSecret"],
  mail: ["password"],
};

/** The brand of `site.config.ts`, which the default texts name. */
export const DEFAULT_BRAND = "Nakshatra";

/** Whether a text names the default brand although the shop has another. */
export const namesOldBrand = (text: unknown, brand: string) =>
  !brand.includes(DEFAULT_BRAND) && String(text).includes(DEFAULT_BRAND);

/** The default logo, a file in `public/`, until the owner uploads one. */
const OWN_DRAWING = "/logo.png";

export const logoOf = ({ logo }: { logo: string | null }) => logo ?? OWN_DRAWING;
