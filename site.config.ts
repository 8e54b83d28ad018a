/** The shop's identity, in one place: a shop owner's developer edits this file and nothing else. All of it is fictional. */
export const site = {
  brand: "Nakshatra",
  tagline: "Crystals, courses and quiet counsel",
  description:
    "Hand-picked crystals and jewellery, courses you can follow at your own pace, and unhurried consultations by phone or video.",
  locale: "en-IN",
  phone: "+91 90000 00000",
  whatsapp: "919000000000",
  email: "namaste@nakshatra.example",
  address: ["12 Tara Marg, Dharampeth", "Nagpur 440010", "Maharashtra, India"],
  map: { latitude: 21.1458, longitude: 79.0882 },
  social: [
    { name: "Instagram", url: "https://www.instagram.com/nakshatra.example" },
    { name: "YouTube", url: "https://www.youtube.com/@nakshatra.example" },
    { name: "Facebook", url: "https://www.facebook.com/nakshatra.example" },
  ],
  founder: "Devika Anand Rao",
  credit: { name: "Nakshatra, the open storefront", url: "https://nakshatra.example" },
  claims: { yearsOfNotes: 17, support: "24/7", clients: "1000+" },
} as const;

/** Product categories and, where a category has them, its subcategories. */
export const categories: readonly { name: string; subCategories: readonly string[] }[] = [
  { name: "Jewellery", subCategories: ["Rings", "Bracelets", "Anklets", "Pendants", "Necklace"] },
  { name: "Tumbles", subCategories: [] },
  { name: "Tower", subCategories: [] },
  { name: "Idols", subCategories: [] },
  { name: "Palm Stone", subCategories: [] },
  { name: "Rudraksh", subCategories: [] },
  { name: "Pyramids", subCategories: [] },
  { name: "Mushrooms", subCategories: [] },
  { name: "Sphere", subCategories: [] },
  { name: "Pendulum", subCategories: [] },
];
