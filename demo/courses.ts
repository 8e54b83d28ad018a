import * as details from "./course-details.ts";
import { prose } from "./prose.ts";
import type { DemoCourse } from "./types.ts";

export const courses: DemoCourse[] = [
  {
    title: "Vedic Astrology from the First House",
    shortDescription: "Twenty-four weeks from an empty chart to a first reading of your own kundli.",
    description: prose(`
      Most people meet Jyotish through a prediction. This course begins somewhere quieter: with the sky itself, and
      with the question of what a birth chart is actually a picture of. Over twenty-four weekly classes we draw charts
      by hand before we touch software, because a chart you have drawn is a chart you can read.

      The first eight weeks cover signs, houses and planets. The next eight bring in the twenty-seven nakshatras,
      aspects and planetary strength. In the last eight we read real, anonymised charts together, slowly, and learn to
      say "this tradition suggests" where a beginner would say "this will happen".

      What you will learn:
      • to draw a North and a South Indian chart from a date, time and place
      • the nature of the nine grahas and the twelve bhavas
      • nakshatras, padas and the Vimshottari dasha sequence
      • how to weigh one indication against another instead of picking the loudest
      • how to speak about a chart with kindness and restraint

      Classes are live on Sunday mornings in Hindi and English, ninety minutes each, and recordings stay available for
      a year. You need a notebook, a pencil and your birth details if you know them. No mathematics beyond school level
      is required. The group link arrives with your order, and Devika answers questions there twice a week.
    `),
    actualPrice: 15000,
    offerPrice: 12500,
    topSelling: true,
    groupLink: "https://example.com/groups/vedic-astrology",
    details: details.vedicAstrology,
    cover: { motif: "birth-chart", tone: "night" },
  },
  {
    title: "Tarot: Reading the 78 Cards",
    shortDescription: "A ten-week course in pictures, patience and asking better questions.",
    description: prose(`
      Tarot is a book of seventy-eight pictures with its pages shuffled. You can memorise the meanings in a fortnight
      and still freeze when three cards lie in front of you and a friend is waiting. This course is about that moment.

      We work with the classic Rider-style deck, card by card, starting with what is drawn on it: who looks where, what
      the weather is doing, what is missing. Meanings come after looking. From week four you read for a partner from
      the class, and from week seven you keep a reading diary that we discuss in small groups.

      What you will learn:
      • the twenty-two Major Arcana as one continuous story
      • the four suits, their numbers and their court cards
      • three spreads that answer most questions: one card, three cards and the five-card cross
      • how to turn "will it happen?" into a question that cards can help with
      • where a reading should stop, and when to suggest a professional instead

      Ten live evenings of seventy-five minutes, in English with Hindi where it helps. Bring any standard deck; a list
      of affordable ones is sent before the first class. Tarot here is a tool for reflection, and nobody in the course
      is asked to promise a future to anyone.
    `),
    actualPrice: 5500,
    offerPrice: 4499,
    topSelling: true,
    groupLink: "https://example.com/groups/tarot-78-cards",
    details: details.tarot,
    cover: { motif: "tarot-spread", tone: "rose" },
  },
  {
    title: "Numerology and the Lo Shu Square",
    shortDescription: "Read dates and names as numbers, with two systems side by side and a clear head.",
    description: prose(`
      Give a numerologist your date of birth and you will hear a number. Give it to two and you may hear different
      ones, since there are several systems and few people say which they use. In six weeks we learn two of them
      properly, compare them on the same dates and see where they agree.

      The course starts with the single digits and the character that tradition gives each of them. We go on to the
      birth number, the destiny number and the name number, and then to the Lo Shu square, the nine-box grid in which
      missing digits matter as much as present ones.

      What you will learn:
      • to reduce dates and names by the Chaldean and the Pythagorean table
      • to fill in a Lo Shu square and read its rows, columns and diagonals
      • personal years and months as a frame for planning
      • how to think about name spelling without fear or expense

      There are six live classes of one hour, a workbook of forty practice dates and a final evening on which every
      participant presents one reading. Ordinary arithmetic is enough. We treat numerology as a traditional language
      for talking about temperament; it does not replace advice on money, health or marriage.
    `),
    actualPrice: 3200,
    offerPrice: 2499,
    topSelling: false,
    groupLink: "https://example.com/groups/numerology-lo-shu",
    details: details.numerology,
    cover: { motif: "numerology-square", tone: "ivory" },
  },
  {
    title: "Vastu for Flats and Small Homes",
    shortDescription: "Directions, light and order for the home you already have, without breaking a wall.",
    description: prose(`
      Classical vastu was written for houses with courtyards. Most of us live on the third floor with one balcony and a
      landlord who does not allow a nail in the wall. This eight-week course translates the old principles into
      decisions you can really take: where to sleep, cook, work and pray, what to clear, what to lighten and what to
      leave alone.

      You begin by measuring your own home and drawing its plan. Every week we add one layer, from the compass and the
      sixteen zones to elements, colours and thresholds, and you apply it to the plan on your table. By the end you
      have a marked-up drawing and a short list of changes in order of effort.

      What you will learn:
      • to take a correct compass reading indoors and find the centre of a plan
      • the traditional role of each direction, and which rules the texts stress most
      • furniture, mirror and colour choices for bedrooms, kitchens and desks
      • simple, inexpensive adjustments for rented flats
      • how to tell a principle from a sales pitch

      Classes are live, seventy-five minutes, with two plan reviews per participant. Bring a measuring tape. We do not
      sell remedies in this course and never advise structural changes; those belong to an architect.
    `),
    actualPrice: 4800,
    offerPrice: 3999,
    topSelling: false,
    groupLink: "https://example.com/groups/vastu-small-homes",
    details: details.vastu,
    cover: { motif: "vastu-plan", tone: "sage" },
  },
  {
    title: "Crystal Healing Foundations",
    shortDescription: "Know thirty stones by sight and touch, and build a practice around them.",
    description: prose(`
      Anyone can buy a stone; it takes a while to know one. In eight weeks we handle thirty common minerals, learn how
      they form, how they are treated and faked, and what different traditions have said about them. Participants in
      India receive a kit of twelve small tumbles by post before the course begins, included in the price.

      The second half is practical. We lay grids, hold stones in guided meditation, work with the chakra
      correspondences used in modern crystal healing and keep a journal of what each of us notices. We share those
      notes without turning them into proof.

      What you will learn:
      • to identify thirty stones and spot dyed glass, resin and common imitations
      • which stones may get wet, which fade in sun and which should never meet salt
      • four ways of cleansing and setting an intention
      • to design a simple crystal grid for a room or an occasion
      • to guide a friend through a twenty-minute session with care and consent

      Eight live evenings with recordings. Crystal work is a contemplative and complementary practice. It is not
      medicine, it is not taught as such here, and anyone who is unwell should see a doctor first.
    `),
    actualPrice: 6500,
    offerPrice: 4999,
    topSelling: true,
    groupLink: "https://example.com/groups/crystal-foundations",
    details: details.crystals,
    cover: { motif: "crystal-grid", tone: "rose" },
  },
  {
    title: "Reiki Level 1",
    shortDescription: "A calm two-weekend introduction to self-practice in the Usui tradition.",
    description: prose(`
      The first degree of Reiki is mostly about your own two hands and the habit of sitting still with them. We teach it
      over two weekends in small groups of at most fourteen, so that everyone can be seen and heard, and we follow the
      Usui lineage with its five principles at the centre.

      On the first weekend you hear the history, told with its gaps and legends marked as such, receive the first
      attunements and learn the hand positions for self-practice. Twenty-one days of short daily practice follow, with
      a message in the group every morning. The second weekend adds seated practice with a partner, always clothed,
      always with permission, and always light.

      What you will learn:
      • the five principles and how to use them as a daily reflection
      • twelve hand positions for self-practice
      • how to offer a short seated session to family or friends
      • boundaries, consent and what never to claim

      The weekends are live online, four hours a day with long breaks, and a certificate of participation is given at
      the end. No earlier experience is necessary. Reiki is practised here for relaxation and attention. It does not
      diagnose or treat illness, and nothing you learn replaces medical care.
    `),
    actualPrice: 8000,
    offerPrice: 6500,
    topSelling: false,
    groupLink: "https://example.com/groups/reiki-level-1",
    details: details.reiki,
    cover: { motif: "reiki-hands", tone: "dawn" },
  },
  {
    title: "Chakra Meditation in Seven Weeks",
    shortDescription: "One centre a week, twenty minutes a day, with guided recordings to keep.",
    description: prose(`
      Seven weeks, seven centres, one short sitting a day. This is the gentlest course in our programme and a good one
      to begin with if you have tried to meditate and found that your mind had other plans.

      Each Monday you receive two recordings: a talk of about fifteen minutes on the chakra of the week, its place in
      the yogic texts, its sound and its symbol, and a guided meditation of twenty minutes. On Thursday evening we meet
      live to sit together and talk about what was easy and what was not. There is no visualising on command; if you see
      nothing but the inside of your eyelids, you are doing it correctly.

      What you will learn:
      • a comfortable seat, on the floor or on a chair
      • the seven chakras from मूलाधार to सहस्रार, with their traditional elements and seed sounds
      • three breathing patterns suitable for beginners
      • how to build a daily practice that survives a busy week

      You keep all fourteen recordings. People who are pregnant, or who live with a heart, breathing or mental health
      condition, should ask their doctor before joining the breathing exercises; gentler variants are given every time.
    `),
    actualPrice: 2100,
    offerPrice: 1500,
    topSelling: true,
    groupLink: "https://example.com/groups/chakra-meditation",
    details: details.chakras,
    cover: { motif: "chakra-column", tone: "dawn" },
  },
  {
    title: "Palmistry: Lines, Mounts and Hands",
    shortDescription: "Learn हस्त रेखा by making and reading handprints, your own first.",
    description: prose(`
      Before you read a single line, look at the whole hand. Is it long or square, open or folded, warm or careful? Our
      palmistry course spends two full weeks on shape, fingers and thumb, because that is where the older teachers
      began, and only then turns to the famous lines.

      You will take ink prints of both hands of at least six people, with their permission, and keep them in a folder
      with notes. In class we compare prints, notice how the left and right hand differ and practise describing what is
      there before saying what it is supposed to mean.

      What you will learn:
      • four hand types and what tradition says of each
      • the heart, head, life and fate lines, their starts, ends and breaks
      • the mounts and their planetary names
      • the Indian and the Western approach, and where they part ways
      • to give a ten-minute reading that leaves a person lighter, not worried

      Seven live classes of seventy minutes, with recordings for six months. We do not read length of life, illness or
      death from any hand, and we explain why. Ink pad, plain paper and a magnifying glass are all you need to buy.
    `),
    actualPrice: 3900,
    offerPrice: 2999,
    topSelling: false,
    groupLink: "https://example.com/groups/palmistry",
    details: details.palmistry,
    cover: { motif: "palm-lines", tone: "ivory" },
  },
  {
    title: "Pendulum Dowsing Weekend",
    shortDescription: "Two mornings with a pendulum, a chart and a healthy amount of doubt.",
    description: prose(`
      A pendulum is the simplest tool in the whole esoteric cupboard: a weight, a thread and a question. It is also the
      easiest to fool yourself with, which is why we like to teach it. On two consecutive mornings you learn to hold it
      well, to find your own signals for yes, no and unclear, and to notice how strongly the hand follows the wish.

      The first morning is technique. We calibrate, practise with sealed envelopes and keep score honestly, so that
      everybody sees what a pendulum does and does not do. The second morning is about using it as a listening device
      for intuition: with circular charts, with lists of options, and in silence.

      What you will learn:
      • grip, posture and a steady start position
      • calibration, and how to recognise a tired or leading session
      • to read and to draw your own dowsing charts
      • to word questions so that an answer would be useful
      • which questions to leave alone, among them health, law and other people's secrets

      Two live sessions of two and a half hours. Any pendulum works, and a ring on a thread is enough to start. The
      charts come as printable sheets with your group link.
    `),
    actualPrice: 1200,
    offerPrice: 900,
    topSelling: false,
    groupLink: "https://example.com/groups/pendulum-dowsing",
    details: details.pendulum,
    cover: { motif: "pendulum-chart", tone: "night" },
  },
];
