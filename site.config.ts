import { slugOf } from "./src/contracts/catalogue/category-rules.ts";
import type { TaxTreatment } from "./src/contracts/documents/document-rules.ts";
import type { Settings } from "./src/contracts/settings/settings.ts";
import { DEFAULT_BRAND } from "./src/contracts/settings/settings-rules.ts";

/**
 * The shop as it is before its owner has changed anything in `/admin/settings`. All data is fictional.
 * The schemas are in `src/contracts/settings/settings.ts`.
 */
const business: Settings["business"] = {
  brand: DEFAULT_BRAND,
  tagline: "Crystals, courses and quiet counsel",
  description:
    "Hand-picked crystals and jewellery, live courses in small groups, and unhurried consultations by phone or video.",
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
  courts: "Nagpur, Maharashtra",
  founder: "Devika Anand Rao",
  gstin: "",
  credit: { name: "Nakshatra, the open storefront", url: "https://nakshatra.example" },
  deliveryNote: "Delivered within India.",
  damageNote:
    "If a piece arrives damaged, or is not the one you ordered, tell us within 48 hours with a photo: we replace or refund it.",
  packingNote: "Each piece is wrapped, cushioned and sent in a closed box.",
  waysToPay: ["UPI", "RuPay", "Visa", "Mastercard", "Net banking"],
  grievance: {
    name: "Grievance Officer",
    role: "Customer care",
    email: "namaste@nakshatra.example",
    phone: "+91 90000 00000",
    hours: "Monday to Saturday, 10 am to 6 pm (IST)",
  },
};

const look: Settings["look"] = { accent: null, logo: null, icon: null, hero: null };

const categories: Settings["categories"] = {
  categories: [
    {
      id: "jewellery",
      name: "Jewellery",
      lead: "Stones to wear, set simply",
      subCategories: [
        { id: "rings", name: "Rings", lead: "One stone, one band, for every day" },
        { id: "bracelets", name: "Bracelets", lead: "Strung by hand, one bead at a time" },
        { id: "anklets", name: "Anklets", lead: "Light on the foot, with a little colour" },
        { id: "pendants", name: "Pendants", lead: "A single stone, close to the heart" },
        { id: "necklace", name: "Necklace", lead: "Beads and chains that sit well over cotton and silk" },
      ],
    },
    { id: "tumbles", name: "Tumbles", lead: "Small, smooth and easy to carry in a pocket", subCategories: [] },
    { id: "tower", name: "Tower", lead: "Standing points for a desk, a shelf or an altar", subCategories: [] },
    { id: "idols", name: "Idols", lead: "Carved figures for the prayer corner", subCategories: [] },
    { id: "palm-stone", name: "Palm Stone", lead: "Flat and rounded, made to be held", subCategories: [] },
    { id: "rudraksh", name: "Rudraksh", lead: "Beads from the tree, each with its mukhi counted", subCategories: [] },
    { id: "pyramids", name: "Pyramids", lead: "Four sides and a point, cut and polished", subCategories: [] },
    { id: "mushrooms", name: "Mushrooms", lead: "Little carvings that make people smile", subCategories: [] },
    { id: "sphere", name: "Sphere", lead: "Round, polished and heavier than they look", subCategories: [] },
    { id: "pendulum", name: "Pendulum", lead: "Balanced points on a fine chain", subCategories: [] },
  ],
};

/* @__NO_SIDE_EFFECTS__ */
const fact = (name: string, text: string) => ({ id: slugOf(name), name, text });

/** What tradition links stones with. Beliefs, worded as such: never a promise. */
const facts: Settings["facts"] = {
  intentions: [
    fact("Calm", "Stones that are traditionally kept close when a day feels too loud."),
    fact("Love", "Stones that are traditionally given and worn for affection, friendship and kindness to oneself."),
    fact("Prosperity", "Stones that are traditionally kept near the till, the desk or the ledger."),
    fact("Protection", "Stones that are traditionally worn or placed at the door as a guard."),
    fact("Focus", "Stones that are traditionally kept on the desk for study and clear work."),
    fact("Confidence", "Stones that are traditionally worn before speaking, deciding or beginning."),
    fact("Restful Evenings", "Stones that are traditionally kept beside the bed when the day ends."),
    fact("New Beginnings", "Stones that are traditionally given for a new home, a new year or a new work."),
    fact("Meditation", "Stones and beads that are traditionally held while sitting quietly or counting a mantra."),
    fact("Balance", "Stones that are traditionally linked with an even temper and steady days."),
  ],
  zodiac: [
    fact("Aries", "Mesha in the Indian chart. These stones are traditionally linked with the sign."),
    fact("Taurus", "Vrishabha in the Indian chart. These stones are traditionally linked with the sign."),
    fact("Gemini", "Mithuna in the Indian chart. These stones are traditionally linked with the sign."),
    fact("Cancer", "Karka in the Indian chart. These stones are traditionally linked with the sign."),
    fact("Leo", "Simha in the Indian chart. These stones are traditionally linked with the sign."),
    fact("Virgo", "Kanya in the Indian chart. These stones are traditionally linked with the sign."),
    fact("Libra", "Tula in the Indian chart. These stones are traditionally linked with the sign."),
    fact("Scorpio", "Vrishchika in the Indian chart. These stones are traditionally linked with the sign."),
    fact("Sagittarius", "Dhanu in the Indian chart. These stones are traditionally linked with the sign."),
    fact("Capricorn", "Makara in the Indian chart. These stones are traditionally linked with the sign."),
    fact("Aquarius", "Kumbha in the Indian chart. These stones are traditionally linked with the sign."),
    fact("Pisces", "Meena in the Indian chart. These stones are traditionally linked with the sign."),
  ],
  planets: [
    fact("Sun", "Surya. Tradition links the ruby and warm red and golden stones with the Sun."),
    fact("Moon", "Chandra. Tradition links the pearl, the moonstone and milky white stones with the Moon."),
    fact("Mars", "Mangal. Tradition links red coral and deep red stones with Mars."),
    fact("Mercury", "Budh. Tradition links the emerald and green stones with Mercury."),
    fact("Jupiter", "Guru or Brihaspati. Tradition links yellow sapphire and yellow stones with Jupiter."),
    fact("Venus", "Shukra. Tradition links the diamond, clear quartz and pale, bright stones with Venus."),
    fact("Saturn", "Shani. Tradition links blue sapphire, amethyst and dark blue stones with Saturn."),
    fact("Rahu", "The north node of the Moon. Tradition links hessonite, called gomed, with Rahu."),
    fact("Ketu", "The south node of the Moon. Tradition links cat's eye, called lehsunia, with Ketu."),
  ],
  chakras: [
    fact("Root", "Muladhara. Tradition links red, brown and black stones with it."),
    fact("Sacral", "Svadhisthana. Tradition links orange stones with it."),
    fact("Solar Plexus", "Manipura. Tradition links yellow and golden stones with it."),
    fact("Heart", "Anahata. Tradition links green and pink stones with it."),
    fact("Throat", "Vishuddha. Tradition links sky blue and turquoise stones with it."),
    fact("Third Eye", "Ajna. Tradition links indigo and deep blue stones with it."),
    fact("Crown", "Sahasrara. Tradition links violet, white and clear stones with it."),
  ],
};

/**
 * Other words for what the shop has, in English, Hindi and Marathi. Of a stone that it does not have, the search says what
 * stands nearest by tradition.
 */
const search: Settings["search"] = {
  coursesInFeeds: false,
  aliases: [
    {
      means: "Clear Quartz",
      words: "sphatik, sfatik, spatik, स्फटिक, bilaur, बिल्लौर, rock crystal, crystal quartz, क्लियर क्वार्ट्ज",
    },
    { means: "Rose Quartz", words: "gulabi sphatik, gulabi quartz, गुलाबी स्फटिक, pink quartz, रोज़ क्वार्ट्ज" },
    { means: "Amethyst", words: "jamunia, jamuniya, जमुनिया, katela, कटेला, एमेथिस्ट, अमेथिस्ट" },
    { means: "Citrine", words: "sunela, sunehla, sunahla, सुनेला, सुनहला, सिट्रीन" },
    { means: "Moonstone", words: "chandrakant, chandrakant mani, chandramani, चंद्रकांत, चंद्रमणि, मूनस्टोन" },
    { means: "Lapis Lazuli", words: "lapis, lajward, lajwart, लाजवर्द, लैपिस" },
    { means: "Tiger's Eye", words: "tiger eye, tiger stone, vyaghraksh, व्याघ्राक्ष, टाइगर आई" },
    { means: "Carnelian", words: "cornelian, lal akik, lal hakik, लाल अकीक, लाल हकीक, कार्नेलियन" },
    { means: "Pyrite", words: "fool's gold, iron pyrite, पाइराइट, पायराइट" },
    { means: "Green Aventurine", words: "aventurine, indian jade, एवेंच्यूरिन" },
    { means: "Black Tourmaline", words: "tourmaline, schorl, turmali, तुरमली, काला टूरमलीन" },
    { means: "Hessonite", words: "gomed, gomedh, gomedak, गोमेद, गोमेदक" },
    { means: "Yellow Sapphire", words: "pukhraj, pokhraj, पुखराज, pushkaraj, पुष्कराज" },
    { means: "Blue Sapphire", words: "neelam, neelmani, नीलम, sapphire" },
    { means: "Ruby", words: "manik, manikya, माणिक, माणिक्य" },
    { means: "Emerald", words: "panna, पन्ना, pachu, पाचू" },
    { means: "Pearl", words: "moti, मोती" },
    { means: "Red Coral", words: "moonga, munga, मूंगा, povale, पोवळे, coral" },
    { means: "Diamond", words: "heera, हीरा, हिरा" },
    { means: "Cat's Eye", words: "lehsunia, lahsuniya, लहसुनिया, vaidurya, वैडूर्य, cats eye" },
    { means: "Turquoise", words: "firoza, feroza, फिरोजा" },
    { means: "Rudraksh", words: "rudraksha, rudrakshya, rudrax, रुद्राक्ष" },
    { means: "Rings", words: "anguthi, angoothi, अंगूठी, angthi, अंगठी, mundri, finger ring" },
    { means: "Bracelets", words: "kada, kara, kangan, bangle, कड़ा, कंगन, ब्रेसलेट" },
    { means: "Anklets", words: "payal, पायल, painjan, पैंजण" },
    { means: "Pendants", words: "locket, लॉकेट, pendent, पेंडेंट" },
    { means: "Necklace", words: "haar, हार, mala, माला, माळ, chain" },
    { means: "Jewellery", words: "jewelry, jewelery, gehne, गहने, zevar, ज़ेवर, abhushan, आभूषण, dagine, दागिने" },
    { means: "Tumbles", words: "tumbled stone, tumble stone, pocket stone" },
    { means: "Tower", words: "obelisk, crystal tower, टावर" },
    { means: "Idols", words: "murti, moorti, मूर्ति, मूर्ती, statue, figurine" },
    { means: "Palm Stone", words: "palmstone, worry stone, pebble" },
    { means: "Pyramids", words: "piramid, पिरामिड" },
    { means: "Mushrooms", words: "mashroom, मशरूम" },
    { means: "Sphere", words: "ball, crystal ball, gola, गोला" },
    { means: "Pendulum", words: "lolak, लोलक, dowser, पेंडुलम" },
    {
      means: "Prosperity",
      words: "money, paisa, पैसा, dhan, धन, wealth, abundance, samriddhi, समृद्धि, business, vyapar, व्यापार",
    },
    { means: "Love", words: "pyar, प्यार, prem, प्रेम, romance" },
    {
      means: "Calm",
      words: "shanti, शांति, शांती, peace, sukoon, सुकून, stress, stress relief, tension, relax, anxiety, चिंता",
    },
    { means: "Protection", words: "suraksha, सुरक्षा, raksha, रक्षा, nazar, नज़र, buri nazar, evil eye, evil" },
    { means: "Focus", words: "ekagrata, एकाग्रता, concentration, study, studies, padhai, पढ़ाई, exam" },
    { means: "Confidence", words: "atmavishwas, आत्मविश्वास, courage, himmat, हिम्मत" },
    { means: "Restful Evenings", words: "sleep, neend, नींद, झोप" },
    { means: "New Beginnings", words: "nayi shuruaat, नई शुरुआत, new start, griha pravesh, गृह प्रवेश, housewarming" },
    { means: "Meditation", words: "dhyan, ध्यान, jap, जप" },
    { means: "Balance", words: "santulan, संतुलन, harmony" },
    { means: "Sun", words: "surya, सूर्य" },
    { means: "Moon", words: "chandra, चंद्र, चन्द्र" },
    { means: "Mars", words: "mangal, मंगल" },
    { means: "Mercury", words: "budh, बुध" },
    { means: "Jupiter", words: "guru, गुरु, brihaspati, बृहस्पति" },
    { means: "Venus", words: "shukra, शुक्र" },
    { means: "Saturn", words: "shani, शनि" },
    { means: "Rahu", words: "राहु" },
    { means: "Ketu", words: "केतु" },
    { means: "Aries", words: "mesh, mesha, मेष" },
    { means: "Taurus", words: "vrishabh, vrishabha, वृषभ" },
    { means: "Gemini", words: "mithun, mithuna, मिथुन" },
    { means: "Cancer", words: "kark, karka, कर्क" },
    { means: "Leo", words: "singh, simha, सिंह" },
    { means: "Virgo", words: "kanya, कन्या" },
    { means: "Libra", words: "tula, तुला" },
    { means: "Scorpio", words: "vrishchik, vrishchika, वृश्चिक" },
    { means: "Sagittarius", words: "dhanu, धनु" },
    { means: "Capricorn", words: "makar, makara, मकर" },
    { means: "Aquarius", words: "kumbh, kumbha, कुंभ" },
    { means: "Pisces", words: "meen, meena, मीन" },
    { means: "Root", words: "muladhara, मूलाधार" },
    { means: "Sacral", words: "svadhisthana, स्वाधिष्ठान" },
    { means: "Solar Plexus", words: "manipura, मणिपुर" },
    { means: "Heart", words: "anahata, अनाहत" },
    { means: "Throat", words: "vishuddha, विशुद्ध" },
    { means: "Third Eye", words: "ajna, आज्ञा" },
    { means: "Crown", words: "sahasrara, सहस्रार" },
    { means: "Silver", words: "chandi, chaandi, चांदी, 925 silver, sterling silver" },
    { means: "Gold-plated", words: "gold, golden, sona, सोना, sone, sunehri" },
    { means: "India", words: "indian, bharat, भारत, desi" },
    { means: "Nepal", words: "nepali, नेपाल, नेपाली" },
    { means: "Opal", words: "dudhiya, दूधिया" },
    { means: "Topaz", words: "sunela topaz, golden topaz" },
    { means: "Garnet", words: "raktamani, tamda, तामड़ा" },
    { means: "Karungali", words: "करुंगली, karungaali, ebony" },
    { means: "Ganesha", words: "ganesh, गणेश, ganpati, गणपति, vinayak" },
    { means: "Buddha", words: "बुद्ध, buddh" },
    { means: "Mukhi", words: "mukh, face, faced" },
    {
      means: "Vedic Astrology",
      words:
        "kundli, kundali, कुंडली, janam kundli, janampatri, kundli matching, kundali matching, kundli milan, gun milan, manglik, मांगलिक, mangal dosh, sade sati, साढ़े साती, horoscope, rashifal, राशिफल, birth chart, astrologer, astrology, jyotish, jyotishi, ज्योतिष, ज्योतिषी",
    },
    { means: "Numerology", words: "numerologist, ank jyotish, ankshastra, अंक ज्योतिष, lucky number" },
    { means: "Palmistry", words: "palm reading, palm reader, palmist, hast rekha, हस्त रेखा, hath ki rekha" },
    { means: "Tarot", words: "tarot card, tarot cards, tarot reading, tarot reader, टैरो, card reading" },
    { means: "Vastu", words: "vaastu, वास्तु, vastu shastra, vastu consultant" },
    { means: "Reiki", words: "रेकी, energy healing, reiki healing" },
    { means: "Relationship Guidance", words: "relationship, marriage, shaadi, शादी, vivah, विवाह, love life" },
    { means: "Muhurta", words: "muhurat, muhurt, मुहूर्त, shubh muhurat" },
  ],
  gifts: [
    { words: "mother, mom, mummy, maa, mata, माँ, मां, mothers day", finds: "Rose Quartz, Moonstone" },
    { words: "father, dad, papa, pita, पिता, पापा, fathers day", finds: "Tiger's Eye, Black Tourmaline" },
    { words: "wife, girlfriend, patni, पत्नी, valentine, anniversary", finds: "Love" },
    { words: "husband, boyfriend, pati, पति", finds: "Confidence, Protection" },
    { words: "sister, behan, bahan, बहन, didi", finds: "Calm, Balance" },
    { words: "brother, bhai, भाई, bhaiya, rakhi, राखी, bhai dooj", finds: "Protection, Confidence" },
    { words: "friend, dost, दोस्त, friendship", finds: "Love, New Beginnings" },
    { words: "diwali, deepavali, दिवाली, dhanteras, धनतेरस", finds: "Prosperity, New Beginnings" },
    { words: "student, exams, teacher, boss", finds: "Focus, Confidence" },
    { words: "wedding, newly wed, couple, marriage, shaadi, शादी, vivah, विवाह", finds: "Love, New Beginnings" },
  ],
  nearest: [
    { stone: "Yellow Sapphire", nearest: "Citrine" },
    { stone: "Blue Sapphire", nearest: "Amethyst, Lapis Lazuli" },
    { stone: "Emerald", nearest: "Green Aventurine" },
    { stone: "Pearl", nearest: "Moonstone" },
    { stone: "Red Coral", nearest: "Carnelian" },
    { stone: "Diamond", nearest: "Clear Quartz" },
    { stone: "Cat's Eye", nearest: "Tiger's Eye" },
    { stone: "Topaz", nearest: "Citrine" },
    { stone: "Opal", nearest: "Clear Quartz" },
    { stone: "Jade", nearest: "Green Aventurine" },
    { stone: "Karungali", nearest: "Black Tourmaline" },
    // Signs without a stone of their own: those of the planet that rules them.
    { stone: "Gemini", nearest: "Mercury" },
    { stone: "Scorpio", nearest: "Mars" },
  ],
};

const reviews: Settings["reviews"] = { isAsked: true, days: 3 };

/** Prices in rupees. */
const packages: Settings["packages"] = {
  packages: [
    {
      duration: "30-Minutes",
      minutes: 30,
      title: "Precise Pathway",
      bestFor: "One clear question that will not wait",
      audioPrice: 900,
      videoPrice: 1200,
      tag: "",
      taxClass: "",
      highlight: false,
      included: [
        "A reading of the part of your chart that bears on the question",
        "One remedy or practice to begin with",
        "A written summary on WhatsApp the same day",
      ],
      suitableFor: ["A decision about work or study", "The timing of a single step", "A second view on earlier advice"],
      expertId: "",
    },
    {
      duration: "60-Minutes",
      minutes: 60,
      title: "Deep Dive",
      bestFor: "A matter with more than one side to it",
      audioPrice: 1800,
      videoPrice: 2400,
      tag: "Most Popular",
      taxClass: "",
      highlight: true,
      included: [
        "Your whole chart, with the periods now running",
        "Two or three matters, taken one by one",
        "Practices, stones or mantras that fit your days",
        "A written summary and one follow-up question within a week",
      ],
      suitableFor: ["Marriage and relationships", "A change of work or city", "Questions that keep coming back"],
      expertId: "",
    },
    {
      duration: "90-Minutes",
      minutes: 90,
      title: "Holistic Guidance",
      bestFor: "The whole picture, without hurry",
      audioPrice: 2700,
      videoPrice: 3600,
      tag: "",
      taxClass: "",
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
      expertId: "",
    },
  ],
};

const home: Settings["home"] = {
  aboutUs: [
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
  ],
  whyChooseUs: [
    {
      title: "17 years of notes",
      text: "Every method we teach has been written down, tried and corrected for seventeen years.",
    },
    {
      title: "24/7 support",
      text: "Write at any hour. A person from our small team answers in our working hours.",
    },
    {
      title: "Trusted by 1000+ clients",
      text: "More than a thousand people have sat with us, and many come back each year.",
    },
    { title: "Stones seen by hand", text: "Each piece is checked in daylight and described as it is, flaws included." },
    { title: "Privacy kept", text: "What you tell us in a session stays there. We keep only what an order needs." },
    {
      title: "Plain prices",
      text: "Taxes are in every price, and your cart shows the whole total before you pay.",
    },
  ],
  whyWeAreTheBest: [
    {
      title: "Teachers who practise",
      text: "Our teachers give consultations every week, so what they teach is what they do.",
    },
    { title: "Small groups", text: "Courses are kept small enough that every question is heard." },
    {
      title: "Learn at your pace",
      text: "Classes have fixed days; notes, and recordings where there are any, stay with you.",
    },
    { title: "Honest counsel", text: "We say what a chart can show and where it is silent. No fear, no promises." },
    {
      title: "One roof",
      text: "Stones, courses and counsel come from the same people, who know how they fit together.",
    },
  ],
  methodsOfTeaching: [
    {
      title: "Scientific",
      text: "We calculate before we interpret: positions, cycles and numbers come first, and you learn to check them yourself.",
    },
    {
      title: "Energy",
      text: "Breath, mantra and stones are practised in class, so that you notice what changes before you are told what should.",
    },
    { title: "Unique", text: "No two charts are alike. You learn on your own chart and bring your own questions." },
  ],
  waysToMeet: [
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
  ],
};

/** `{awb}` stands for the tracking number. India Post has no page for a single parcel. */
const delivery: Settings["delivery"] = {
  maxPiecesPerOrder: 10,
  addressNeeded: false,
  /** Zones as seen from Nagpur: the city, the State, the north-east and the islands. */
  arrival: {
    isShown: true,
    handlingDays: 1,
    cutOffHour: 14,
    isSundayOff: true,
    daysOff: [],
    rest: { from: 3, to: 6 },
    zones: [
      { prefixes: "440, 441", from: 1, to: 2 },
      { prefixes: "40, 41, 42, 43, 44", from: 2, to: 4 },
      { prefixes: "68255, 737, 744, 78, 79", from: 6, to: 10 },
    ],
  },
  charge: { isCharged: false, flat: 0, freeAbove: 0, slabs: [], defaultWeightGrams: 250, pinPrices: [] },
  couriers: [
    { name: "Delhivery", trackingUrl: "https://www.delhivery.com/track-v2/package/{awb}" },
    {
      name: "Blue Dart",
      trackingUrl: "https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo={awb}",
    },
    { name: "DTDC", trackingUrl: "https://www.dtdc.in/tracking/tracking_results.asp?Ttype=awb_no&strCnno={awb}" },
    { name: "Xpressbees", trackingUrl: "https://www.xpressbees.com/shipment/tracking?awbNo={awb}" },
    { name: "Ekart", trackingUrl: "https://ekartlogistics.com/shipmenttrack/{awb}" },
    { name: "India Post", trackingUrl: "https://www.indiapost.gov.in/" },
    { name: "Shiprocket", trackingUrl: "https://shiprocket.co/tracking/{awb}" },
  ],
};

const appointments: Settings["appointments"] = {
  maxMoves: 2,
  freeChangeHours: 24,
  isRefunded: true,
  intakeDays: 90,
};

const seller: Settings["seller"] = {
  mode: "unregistered",
  legalName: "",
  serialPrefix: "",
  isReceiptGiven: false,
  signatory: "",
};

/* @__NO_SIDE_EFFECTS__ */
const taxClass = (id: string, name: string, code: string, rate: number, treatment: TaxTreatment = "taxable") => ({
  id,
  name,
  rates: [{ from: "2025-09-22", code, treatment, rate, confirmedBy: "" }],
});

/** Proposals: an accountant must confirm each. */
const tax: Settings["tax"] = {
  classes: [
    taxClass("silver-gold", "Silver and gold jewellery", "7113", 3),
    taxClass("imitation", "Imitation jewellery", "7117", 3),
    taxClass("gemstone", "Gemstone bracelets and articles", "7116", 3),
    taxClass("loose-stones", "Loose stones and tumbles", "7103", 0.25),
    taxClass("stone-idols", "Stone idols and ornaments", "6802", 5),
    taxClass("brass-idols", "Brass idols", "8306", 5),
    taxClass("rudraksha", "Rudraksha", "1404", 0, "nil"),
    taxClass("courses", "Courses", "999293", 18),
    taxClass("consultations", "Consultations", "999799", 18),
    taxClass("yoga", "Yoga and physical well-being", "999722", 5),
  ],
  product: "gemstone",
  course: "courses",
  consultancy: "consultations",
  byCategory: [
    { category: "rudraksh", taxClass: "rudraksha" },
    { category: "tumbles", taxClass: "loose-stones" },
  ],
  delivery: "pieces",
};

export const defaultSettings: Settings = {
  business,
  look,
  home,
  packages,
  categories,
  facts,
  search,
  reviews,
  delivery,
  seller,
  tax,
  appointments,
  announcement: { text: "", link: "" },
  legal: { terms: "", privacy: "", updatedOn: "2026-11-15" },
};

/** Retention times of personal data; the privacy policy states them. */
export const retention = { enquiryMonths: 24, stockWaitMonths: 12 } as const;
