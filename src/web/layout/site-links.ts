export const mainLinks = [
  { name: "Home", to: "/" },
  { name: "About", to: "/about" },
  { name: "Courses", to: "/courses" },
  { name: "Products", to: "/products" },
  { name: "Our Experts", to: "/experts" },
  { name: "Blogs", to: "/blogs" },
  { name: "Connect", to: "/contact" },
] as const;

export const legalLinks = [
  { name: "Terms and Conditions", to: "/terms_and_conditions" },
  { name: "Privacy Policy", to: "/privacy_policy" },
] as const;
