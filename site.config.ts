/** The shop's identity, in one place: a shop owner's developer edits this file and nothing else. All of it is fictional. */
export const site = {
  brand: "Nakshatra",
  tagline: "Crystals, courses and quiet counsel",
  description:
    "Hand-picked crystals and jewellery, courses you can follow at your own pace, and unhurried consultations by phone or video.",
  locale: "en-IN",
  /** A file in public/: it stands for the shop in link previews, and for a consultation in the cart. */
  logo: "/logo.png",
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

export interface ConsultancyPackage {
  duration: string;
  minutes: number;
  title: string;
  bestFor: string;
  audioPrice: number;
  videoPrice: number;
  tag?: string;
  highlight: boolean;
  included: readonly string[];
  suitableFor: readonly string[];
}

/** The consultancy packages of the home page, in rupees. The browser shows this table and the server prices by it. */
export const packages: readonly ConsultancyPackage[] = [
  {
    duration: "30-Minutes",
    minutes: 30,
    title: "Precise Pathway",
    bestFor: "One clear question that will not wait",
    audioPrice: 900,
    videoPrice: 1200,
    highlight: false,
    included: [
      "A reading of the part of your chart that bears on the question",
      "One remedy or practice to begin with",
      "A written summary on WhatsApp the same day",
    ],
    suitableFor: ["A decision about work or study", "The timing of a single step", "A second view on earlier advice"],
  },
  {
    duration: "60-Minutes",
    minutes: 60,
    title: "Deep Dive",
    bestFor: "A matter with more than one side to it",
    audioPrice: 1800,
    videoPrice: 2400,
    tag: "Most Popular",
    highlight: true,
    included: [
      "Your whole chart, with the periods now running",
      "Two or three matters, taken one by one",
      "Practices, stones or mantras that fit your days",
      "A written summary and one follow-up question within a week",
    ],
    suitableFor: ["Marriage and relationships", "A change of work or city", "Questions that keep coming back"],
  },
  {
    duration: "90-Minutes",
    minutes: 90,
    title: "Holistic Guidance",
    bestFor: "The whole picture, without hurry",
    audioPrice: 2700,
    videoPrice: 3600,
    highlight: false,
    included: [
      "Birth chart, numerology and the home's vastu read together",
      "The year ahead, month by month",
      "A practice plan for six weeks",
      "A written summary and two follow-up questions within a month",
    ],
    suitableFor: [
      "A new chapter: a home, a child, a business",
      "Families who want to listen together",
      "A yearly review",
    ],
  },
];

export interface Claim {
  title: string;
  text: string;
}

/** Why Choose Us: six claims. */
export const whyChooseUs: readonly Claim[] = [
  {
    title: "17 years of notes",
    text: "Every method we teach has been written down, tried and corrected for seventeen years.",
  },
  { title: "24/7 support", text: "Write at any hour; a person from our small team reads and answers." },
  {
    title: "Trusted by 1000+ clients",
    text: "More than a thousand people have sat with us, and many come back each year.",
  },
  { title: "Stones seen by hand", text: "Each piece is checked in daylight and described as it is, flaws included." },
  { title: "Privacy kept", text: "What you tell us in a session stays there. We keep only what an order needs." },
  { title: "Plain prices", text: "What you see is what you pay: no tax added at the end, no fee for asking." },
];

/** Why We Are The Best: five claims. */
export const whyWeAreTheBest: readonly Claim[] = [
  {
    title: "Teachers who practise",
    text: "Our teachers give consultations every week, so what they teach is what they do.",
  },
  { title: "Small groups", text: "Courses are kept small enough that every question is heard." },
  { title: "Learn at your pace", text: "Notes and recordings stay with you after the course has ended." },
  { title: "Honest counsel", text: "We say what a chart can show and where it is silent. No fear, no promises." },
  { title: "One roof", text: "Stones, courses and counsel come from the same people, who know how they fit together." },
];

/** Methods Of Teaching: three cards. */
export const methodsOfTeaching: readonly Claim[] = [
  {
    title: "Scientific",
    text: "We calculate before we interpret: positions, cycles and numbers come first, and you learn to check them yourself.",
  },
  {
    title: "Energy",
    text: "Breath, mantra and stones are practised in class, so that you notice what changes before you are told what should.",
  },
  { title: "Unique", text: "No two charts are alike. You learn on your own chart and bring your own questions." },
];
