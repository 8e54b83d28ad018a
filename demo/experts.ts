import { prose } from "./prose.ts";
import type { DemoExpert } from "./types.ts";

export const experts: DemoExpert[] = [
  {
    name: "Devika Anand Rao",
    languages: "English, Hindi, Marathi, Kannada",
    domain: "Vedic Astrology, Nakshatra Reading, Crystal Guidance",
    // As in the packages, which are with the founder: an hour has one price.
    price: 30,
    videoPrice: 40,
    exp: 17,
    description: prose(`
      Devika started Nakshatra at her dining table, with two trays of stones and a stack of notebooks. Seventeen years
      later the notebooks fill a cupboard: one page for every chart she has read, with what she saw, what she said and,
      where people wrote back, what came of it. Those notes are the reason she is careful with her words.

      She works with the Vedic chart, the nakshatra of the moon and the current dasha, and she likes to begin with your
      question and not with your planets. A session with her is a conversation. She will tell you which parts of the
      tradition speak clearly about your situation, which are silent, and where the decision is simply yours.

      Please keep your date, time and place of birth ready. If the time is uncertain, say so; she would sooner work with
      an honest "around four in the morning" than with a guess dressed up as a fact.
    `),
    status: "online",
    topics: ["Birth chart", "Nakshatra of the moon", "Current dasha", "Career and study", "Choosing a stone"],
    sampleQuestions: [
      "Which parts of my chart speak about a change of work?",
      "What does the nakshatra of my moon say about how I decide?",
      "Where is the tradition silent, so that the choice is simply mine?",
    ],
    portrait: 0,
  },
  {
    name: "Nilufer Daruwala",
    languages: "English, Hindi, Gujarati",
    domain: "Tarot, Relationship Guidance",
    price: 35,
    videoPrice: 42,
    exp: 11,
    description: prose(`
      Nilufer reads tarot the way others read short stories: slowly, aloud, and with an eye for the small figure in the
      background. She came to the cards from a first career in theatre and still thinks of a spread as a scene with
      people in it who want something.

      Most of her callers ask about relationships, family or a choice between two paths. She does not predict dates and
      will not read about a third person who has not agreed to it. What you can expect is a clear look at where you
      stand, a few good questions, and usually a laugh somewhere in the middle.
    `),
    status: "online",
    topics: ["Relationships", "Family", "A choice between two paths"],
    sampleQuestions: [
      "What am I not seeing in this situation?",
      "What would each of the two paths ask of me?",
      "How can I begin a conversation that I keep putting off?",
    ],
    portrait: 5,
  },
  {
    name: "Raghav Nambisan",
    languages: "English, Hindi, Malayalam, Tamil",
    domain: "Vastu, Home Planning",
    price: 38,
    audioPrice: 38,
    videoPrice: 48,
    exp: 14,
    description: prose(`
      Trained as a draughtsman, Raghav spent six years drawing other people's houses before he asked his grandfather to
      teach him the vastu texts. He now reads floor plans for families in flats, for small offices and, now and then,
      for someone building from the ground up.

      Send your plan with a north arrow before the call, a hand sketch is fine, and he will have marked it up by the
      time you speak. His advice stays with what can be moved: beds, desks, stoves, mirrors, colour and light. He sells
      no yantras and has never told anybody to break a wall.

      Video is recommended if you would like to walk him through the rooms.
    `),
    status: "offline",
    topics: ["Flats", "Small offices", "Floor plans before you build", "Desk and bed placement"],
    sampleQuestions: [
      "Which wall should my bed stand against?",
      "Where does a desk fit in a one-bedroom flat?",
      "What can I change in a rented home without a nail in the wall?",
    ],
    portrait: 4,
  },
  {
    name: "Tara Wadekar",
    languages: "Marathi, Hindi, English",
    domain: "Reiki, Chakra Meditation, Breath Practice",
    price: 28,
    exp: 9,
    description: prose(`
      Tara teaches people to sit down. She has practised Usui Reiki since college and later trained as a meditation
      facilitator, and most of her sessions combine the two: a short talk, a guided practice and a few minutes of quiet
      that you do not have to fill.

      She is a good first address if everything feels like too much and you are not sure what to ask. You will finish
      with one small practice that fits your day, written down and sent to you. Her work supports rest and attention; it
      is not therapy or treatment, and she will say so plainly when a doctor or counsellor is the better person to see.
    `),
    status: "online",
    topics: ["Beginning to meditate", "Reiki self-practice", "Breath", "A short daily practice"],
    sampleQuestions: [
      "Which practice fits into ten minutes before work?",
      "How do I sit comfortably on a chair?",
      "I have tried to meditate and stopped. Where do I begin again?",
    ],
    portrait: 1,
  },
  {
    name: "Omkar Deshbandhu",
    languages: "Hindi, English, Bengali",
    domain: "Numerology, Name Analysis, Muhurta",
    price: 30,
    audioPrice: 30,
    videoPrice: 36,
    exp: 12,
    description: prose(`
      Numbers came first: Omkar taught mathematics to class nine and ten for most of his working life, and he still
      reaches for squared paper. He reads birth dates and names by the Chaldean table and the Lo Shu square, shows every
      step of the sum, and is happy if you check it.

      People come to him for baby names, house numbers, launch dates and wedding muhurtas. He offers two or three
      suitable choices and explains the reasoning, so that the family can decide among themselves. If a name is fine as
      it is, he says that and ends the call early.
    `),
    status: "offline",
    topics: ["Baby names", "House numbers", "Launch dates", "Wedding muhurtas"],
    sampleQuestions: [
      "Which of these three names would you choose, and why?",
      "Can you show me the sum for my date of birth?",
      "Which days in the coming month suit a small opening?",
    ],
    portrait: 2,
  },
  {
    name: "Kaveri Lokhande",
    languages: "Kannada, English, Hindi, Telugu",
    domain: "Palmistry, Face Reading",
    price: 25,
    videoPrice: 32,
    exp: 8,
    description: prose(`
      Kaveri learnt हस्त रेखा from her aunt, who read hands on the verandah after the evening lamp was lit. She has kept
      the unhurried manner. Before a session she asks for clear photographs of both palms in daylight, and she looks at
      the shape of the hand for a good while before she says a word about lines.

      Her readings describe temperament, talents and the way a person meets difficulty. She leaves out illness and
      length of life as a matter of principle.

      Beginners who want to learn are welcome to book half an hour and read their own hand with her, line by line.
    `),
    status: "online",
    topics: ["Hand shape", "The main lines", "Left and right hand", "Learning to read hands"],
    sampleQuestions: [
      "What do my two hands say differently?",
      "Can we read my own hand together, line by line?",
      "What does the shape of my hand say before any line?",
    ],
    portrait: 3,
  },
  {
    name: "Samarth Ghatpande",
    languages: "English, Hindi, Marathi",
    domain: "Crystal Guidance, Pendulum Dowsing, Rudraksh",
    price: 20,
    exp: 6,
    description: prose(`
      The youngest in our circle, Samarth sorts every parcel of stones that reaches the shop, so if you own one of our
      bracelets he has probably held it. He studied geology for his degree and enjoys explaining why one amethyst is
      dark and the next one pale.

      Ask him which stone or bead suits an intention, how to look after it, or whether the rudraksh your uncle brought
      home is genuine. He also teaches pendulum work in a sober, practical way. When a simple answer will do he gives a
      simple answer, and he is not offended if you decide to buy nothing at all.
    `),
    status: "online",
    topics: ["Choosing a stone", "Care of stones", "Genuine or not", "Rudraksh beads", "Pendulum practice"],
    sampleQuestions: [
      "Is the rudraksh in my family genuine?",
      "Which stone may I wear every day, also in water?",
      "How do I hold a pendulum so that I do not fool myself?",
    ],
    portrait: 6,
  },
];
