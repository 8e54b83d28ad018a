import { prose } from "./prose.ts";
import type { DemoProduct } from "./types.ts";

export const rudrakshAndPyramidProducts: DemoProduct[] = [
  {
    title: "5 Mukhi Rudraksh Mala, 108 Beads",
    description: prose(`
      One hundred and eight रुद्राक्ष beads, small brass markers and a large guru seed in a brass rim, strung on
      strong cotton and ready for जप. The beads are five-faced, from Indonesia, 7 to 8 mm wide, and naturally
      brown without any polish or dye. Full length is about 105 cm and the माला weighs 38 g. Five mukhi is the
      bead most commonly worn, by householders and monks alike, and is traditionally associated with Shiva as
      Kalagni and with a calm mind. Brush it once a month, rub in a drop of sandalwood or mustard oil, and keep
      soap away. A cotton gomukhi bag is included, so that the mala can be told in private and carried without
      catching dust on the way to work or temple.
    `),
    category: "Rudraksh",
    price: 1251,
    offerPrice: 1051,
    stock: 18,
    topSelling: true,
    facts: {
      stone: "Rudraksha bead",
      material: "Undyed seeds, cotton thread, brass markers",
      size: "About 105 cm, 7 to 8 mm beads",
      weightGrams: 38,
      originCountry: "Indonesia",
    },
    art: { seed: 10, form: "necklace", mineral: "rudraksh", metal: "thread", views: 3 },
  },
  {
    title: "5 Mukhi Rudraksh Bead, Nepal",
    description: prose(`
      A single large Nepali bead of 19 to 22 mm with five clear lines running from top to bottom, drilled and
      knotted on a red thread. The surface is deep and thorny, as it is on mountain-grown seeds, and the colour
      is a dry reddish brown that darkens with wear. Weight about 3 g. You get the one bead on its thread, with
      a note on how to count the मुखी yourself; the second picture shows it strung into a mala. Traditionally
      five mukhi suits everyone and asks for no special rite beyond a sincere Om Namah Shivaya. Oil it lightly
      twice a year.
    `),
    category: "Rudraksh",
    price: 251,
    stock: 40,
    facts: {
      stone: "Rudraksha bead",
      material: "Natural seed, red thread",
      size: "19 to 22 mm",
      weightGrams: 3,
      originCountry: "Nepal",
    },
    art: { seed: 24, form: "rudraksh", mineral: "rudraksh", metal: "thread", views: 2 },
  },
  {
    title: "7 Mukhi Rudraksh in Silver Caps",
    description: prose(`
      Seven natural lines, counted and photographed before we cap the bead at both ends in 925 silver. The seed
      is from Nepal, 22 to 24 mm, well formed and heavy for its size; with caps it weighs about 6 g and hangs on
      a red thread, or at the centre of a mala you already own, as pictured. By tradition seven mukhi is
      dedicated to Mahalakshmi, and people wear it for steadiness in work and household matters. We include a
      test sheet from our own workshop that shows the bead under magnification. Keep it dry during bathing and
      wipe the silver gently.
    `),
    category: "Rudraksh",
    price: 2100,
    offerPrice: 1850,
    stock: 9,
    facts: {
      stone: "Rudraksha bead",
      material: "Natural seed, 925 silver caps, red thread",
      metal: "Silver",
      size: "22 to 24 mm",
      weightGrams: 6,
      originCountry: "Nepal",
      certificate: "Test sheet from our own workshop",
    },
    art: { seed: 38, form: "rudraksh", mineral: "rudraksh", metal: "silver", views: 3 },
  },
  {
    title: "12 Mukhi Rudraksh in Gold Caps",
    description: prose(`
      Twelve complete lines on one round seed: in a good season a grower may find a handful. By tradition बारह
      मुखी is dedicated to Surya, the sun, and is worn for dignity and steadiness by people who have to lead
      others. This bead is from Nepal, 27 mm across, 7 g, capped in gold-plated silver, and an X-ray report that
      shows its twelve chambers travels with it. Some pictures show it as the centre of a mala, which is sold
      separately. Oil the ridges with care and never leave the bead in water overnight. If you are unsure
      whether such a bead is for you, book half an hour with one of our experts first; we would much prefer an
      unhurried choice.
    `),
    category: "Rudraksh",
    price: 11000,
    stock: 1,
    facts: {
      stone: "Rudraksha bead",
      material: "Natural seed, gold-plated silver caps",
      metal: "Gold-plated",
      size: "27 mm",
      weightGrams: 7,
      originCountry: "Nepal",
      certificate: "X-ray report with the bead",
    },
    art: { seed: 52, form: "rudraksh", mineral: "rudraksh", metal: "gold", views: 4 },
  },
  {
    title: "Rudraksh Bracelet on Thread",
    description: prose(`
      Everyday रुद्राक्ष for people who would not wear a full mala to work. Five-faced beads of 9 mm are strung
      on doubled elastic with one ribbed brass bead and a red thread tassel, for wrists of 16 to 17.5 cm,
      weighing only 11 g. The seeds are untreated, so the first weeks of wear will darken them a little as they
      take up the natural oils of the skin. Traditionally such a bracelet is a quiet reminder of one's mantra.
      Take it off for bathing and the gym, and dry it in shade if it gets wet.
    `),
    category: "Rudraksh",
    price: 751,
    stock: 21,
    facts: {
      stone: "Rudraksha bead",
      material: "Untreated seeds on elastic, brass bead, thread tassel",
      size: "9 mm beads, for wrists of 16 to 17.5 cm",
      weightGrams: 11,
      originCountry: "Indonesia",
    },
    art: { seed: 63, form: "bracelet", mineral: "rudraksh", metal: "thread", views: 2 },
  },
  {
    title: "9 Mukhi Rudraksh Pendant",
    description: prose(`
      Nine faces are uncommon, and a round, complete bead with all nine lines reaching both ends is rarer still.
      Ours come from eastern Nepal, 24 to 26 mm across, capped in gold-plated silver on a red thread, 7 g in
      all; one picture shows how it looks added to a mala. Nine mukhi is traditionally dedicated to Durga in her
      nine forms and often chosen at Navratri for inner strength. Each is sold with our magnified photographs
      and a card stating origin and size. Sandal oil keeps the ridges supple. Avoid perfume, which dries out the
      seed.
    `),
    category: "Rudraksh",
    price: 5100,
    offerPrice: 4499,
    stock: 3,
    facts: {
      stone: "Rudraksha bead",
      material: "Natural seed, gold-plated silver caps, red thread",
      metal: "Gold-plated",
      size: "24 to 26 mm",
      weightGrams: 7,
      originCountry: "Nepal",
      certificate: "Our magnified photographs and a card with origin and size",
    },
    art: { seed: 67, form: "rudraksh", mineral: "rudraksh", metal: "gold", views: 3 },
  },
  {
    title: "Clear Quartz Pyramid, 50 mm",
    description: prose(`
      Four smooth faces, a crisp tip and a whole small landscape inside: frost lines, tiny bubbles and, with
      luck, a flash of rainbow. The base is 50 by 50 mm, the height 40 mm, and it weighs around 90 g. In vastu
      and meditation circles the pyramid is traditionally set at the centre of a room, with the sides turned to
      the four directions. Others simply use it as the most beautiful paperweight they own. Natural quartz may
      have a small nick on an edge. Water and mild soap are fine; lay it on cloth, since it can scratch glass.
    `),
    category: "Pyramids",
    price: 1349,
    offerPrice: 1149,
    stock: 10,
    facts: {
      stone: "Clear quartz",
      material: "Natural stone, polished",
      size: "50 by 50 mm base, 40 mm high",
      weightGrams: 90,
      originCountry: "Brazil",
    },
    art: { seed: 11, form: "pyramid", mineral: "clear-quartz", views: 3 },
  },
  {
    title: "Black Tourmaline Pyramid, 45 mm",
    description: prose(`
      Dense black with a dull silver gleam where mica runs through it. This pyramid has a 45 mm base, stands 36
      mm high and weighs about 80 g, polished on all sides except the base, which we leave satin so that it does
      not slip. People traditionally place black tourmaline near the main door or beside the router and screen
      corner of a desk, as a sign of protection and grounding. You may notice fine grooves and pits, as the
      mineral grows in needles. Wipe dry; a drop of coconut oil brings back the depth.
    `),
    category: "Pyramids",
    price: 1199,
    stock: 14,
    facts: {
      stone: "Black tourmaline",
      material: "Natural stone, polished, satin base",
      size: "45 mm base, 36 mm high",
      weightGrams: 80,
      originCountry: "Brazil",
    },
    art: { seed: 25, form: "pyramid", mineral: "black-tourmaline", views: 2 },
  },
  {
    title: "Pyrite Pyramid, 40 mm",
    description: prose(`
      Bright on the faces and rugged at the seams, a pyrite pyramid looks a little like a temple roof after
      rain. Base 40 mm, height 32 mm, weight about 85 g, which is nearly double a quartz piece of that size.
      Pockets of small natural cubes remain visible, and we like them. It is traditionally kept in the north of
      an office or beside ledgers for prosperity and resolve. Do not wash it, and in the monsoon months give it
      a dry box with a sachet of silica gel, because damp air can tarnish this iron-rich mineral.
    `),
    category: "Pyramids",
    price: 1499,
    offerPrice: 1299,
    stock: 8,
    facts: {
      stone: "Pyrite",
      material: "Natural stone, polished",
      size: "40 mm base, 32 mm high",
      weightGrams: 85,
      originCountry: "Peru",
    },
    art: { seed: 39, form: "pyramid", mineral: "pyrite", views: 3 },
  },
  {
    title: "Amethyst Pyramid, 60 mm",
    description: prose(`
      Layers of violet and white cross the faces at an angle, so that every side shows a different sunset. With
      a 60 mm base, 48 mm height and around 155 g it is large enough to be the centre of an altar or a crystal
      grid. The amethyst comes from Uruguay and is polished in Khambhat; small open crystal pockets near the
      base are natural. Traditionally it is a companion for meditation, calm sleep spaces and sober thinking.
      Keep it from harsh light, and wash only briefly in cool water, as sudden heat may crack it.
    `),
    category: "Pyramids",
    price: 2249,
    offerPrice: 1949,
    stock: 5,
    facts: {
      stone: "Amethyst",
      material: "Natural stone, polished",
      size: "60 mm base, 48 mm high",
      weightGrams: 155,
      originCountry: "Uruguay",
    },
    art: { seed: 53, form: "pyramid", mineral: "amethyst", views: 2 },
  },
];
