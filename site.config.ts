/** The shop's identity and texts. To adapt the shop, edit this file. All data is fictional. */
export const site = {
  brand: "Nakshatra",
  tagline: "Crystals, courses and quiet counsel",
  description:
    "Hand-picked crystals and jewellery, courses you can follow at your own pace, and unhurried consultations by phone or video.",
  locale: "en-IN",
  /** A file in public/, used for link previews and for consultations in the cart. */
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

/** Beside every piece. Prices include delivery. */
export const deliveryNote = "Delivered within India; the price includes it.";
export const waysToPay = ["UPI", "RuPay", "Visa", "Mastercard", "Net banking"];

/** The grievance officer, required by the Consumer Protection (E-Commerce) Rules, 2020. */
export const grievance = {
  name: "Grievance Officer",
  role: "Customer care",
  email: site.email,
  phone: site.phone,
  hours: "Monday to Saturday, 10 am to 6 pm (IST)",
} as const;

/** Retention times of personal data; the privacy policy states them. */
export const retention = { enquiryMonths: 24 } as const;

/** Product categories and their subcategories. */
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

/** The line below the title of a category's or subcategory's page. */
export const categoryLeads: Readonly<Record<string, string | undefined>> = {
  Jewellery: "Stones to wear, set simply",
  Rings: "One stone, one band, for every day",
  Bracelets: "Strung by hand, one bead at a time",
  Anklets: "Light on the foot, with a little colour",
  Pendants: "A single stone, close to the heart",
  Necklace: "Beads and chains that sit well over cotton and silk",
  Tumbles: "Small, smooth and easy to carry in a pocket",
  Tower: "Standing points for a desk, a shelf or an altar",
  Idols: "Carved figures for the prayer corner",
  "Palm Stone": "Flat and rounded, made to be held",
  Rudraksh: "Beads from the tree, each with its mukhi counted",
  Pyramids: "Four sides and a point, cut and polished",
  Mushrooms: "Little carvings that make people smile",
  Sphere: "Round, polished and heavier than they look",
  Pendulum: "Balanced points on a fine chain",
};

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

/** The consultancy packages with prices in rupees, used by the home page and by the server. */
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

export interface AboutPart {
  title: string;
  lead: string;
  /** The text behind Read More. */
  more: readonly string[];
}

/** The about block: two parts, each with an expander. */
export const aboutUs: readonly [AboutPart, AboutPart] = [
  {
    title: "A small house for old questions",
    lead: "Nakshatra began as a table by a window in Nagpur, where people brought their charts and stayed for tea. The table is longer now. The way of listening has not changed.",
    more: [
      "A nakshatra is one of the twenty-seven stations the moon passes on its way around the sky. People have used them for a very long time to give a shape to a day, a year or a decision. We use them the same way: not to tell you what must happen, but to help you see where you stand.",
      "Around that table grew the rest: stones chosen by hand, courses for those who want to learn the methods for themselves, and consultations for those who would rather talk.",
    ],
  },
  {
    title: "Seventeen years of notes",
    lead: "Our founder, Devika Anand Rao, has written down every reading since her first: what was asked, what the chart showed, and what came of it. Those notebooks are still our best teachers.",
    more: [
      "They taught us to be careful. Some methods held up over the years and some did not, and only the first kind is taught here. When a chart is silent on something, we say so.",
      "They also taught us that most people do not come for a prediction. They come to be heard by somebody with time. That is why the shortest consultation lasts half an hour, and why a person answers when you write.",
    ],
  },
];

export interface MeetingMode {
  title: string;
  lead: string;
  /** The same questions for each mode. */
  answers: readonly { question: string; answer: string }[];
}

/** Video vs Chat/Audio: two modes compared. */
export const waysToMeet: readonly [MeetingMode, MeetingMode] = [
  {
    title: "Video",
    lead: "As close as it gets to sitting at our table.",
    answers: [
      {
        question: "Choose it when",
        answer: "You want to see the chart being read, or show us a room, a stone or your palm.",
      },
      { question: "You need", answer: "A quiet place, a camera and a steady connection." },
      { question: "How it goes", answer: "We send a link before the hour and share the screen while we talk." },
    ],
  },
  {
    title: "Chat/Audio",
    lead: "Only voices, with the charts sent to your phone.",
    answers: [
      {
        question: "Choose it when",
        answer: "You speak more freely unseen, are on the move, or have a weak connection.",
      },
      { question: "You need", answer: "A phone. Charts and notes come to you on WhatsApp chat." },
      { question: "How it goes", answer: "We ring you at the agreed time and write down what matters in the chat." },
    ],
  },
];
