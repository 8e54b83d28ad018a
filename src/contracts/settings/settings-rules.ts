/** The groups of settings as the owner reads them. Free of zod: the browser imports it too. */
export const settingTitles = {
  business: "Name and contact",
  look: "Logo and colour",
  home: "Home and about",
  packages: "Packages",
  categories: "Categories",
  delivery: "Orders and delivery",
  appointments: "Sessions",
  announcement: "Announcement",
  legal: "Legal texts",
} as const;

/** The style sheet of an accent colour. The URL determines its content, so browsers cache it as immutable. */
export const accentPath = (accent: string) => `/accent/${accent.slice(1)}.css`;

/** The default logo, a file in `public/`, until the owner uploads one. */
const OWN_DRAWING = "/logo.png";

export const logoOf = ({ logo }: { logo: string | null }) => logo ?? OWN_DRAWING;
