import { LOCALE } from "../../contracts/locale.ts";
import type { Settings } from "../../contracts/settings/settings.ts";

const ownIcons = [
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/logo.png", sizes: "512x512", type: "image/png" },
  { src: "/logo.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** The web app manifest: how the shop looks on a home screen. */
export const manifest = ({ business: { brand, description }, look: { icon } }: Settings) => ({
  id: "/",
  name: brand,
  short_name: brand,
  description,
  lang: LOCALE,
  dir: "ltr",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#fbf7ee",
  theme_color: "#fbf7ee",
  icons: icon ? [{ src: icon, sizes: "any", purpose: "any" }] : ownIcons,
  shortcuts: [
    { name: "Shop Products", url: "/products" },
    { name: "Explore Courses", url: "/courses" },
  ],
});
