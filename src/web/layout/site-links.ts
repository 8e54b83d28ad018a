/** `details` is the path prefix of a section's detail pages, where it differs from `to`. */
export const mainLinks: readonly { name: string; to: string; details?: string }[] = [
  { name: "Home", to: "/" },
  { name: "About", to: "/about" },
  { name: "Courses", to: "/courses", details: "/course" },
  { name: "Products", to: "/products", details: "/product" },
  { name: "Our Experts", to: "/experts" },
  { name: "Blogs", to: "/blogs" },
  { name: "Connect", to: "/contact" },
];

export const legalLinks = [
  { name: "Terms and Conditions", to: "/terms_and_conditions" },
  { name: "Privacy Policy", to: "/privacy_policy" },
] as const;
