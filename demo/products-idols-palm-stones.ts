import { prose } from "./prose.ts";
import type { DemoProduct } from "./types.ts";

export const idolAndPalmStoneProducts: DemoProduct[] = [
  {
    title: "Sphatik Ganesha, Clear Quartz",
    description: prose(`
      Carved in Jaipur from a single block of clear quartz, this गणेश is 75 mm tall and weighs roughly 230 g.
      The carver has kept the lines simple: round belly, curled trunk, one hand raised in blessing. Light passes
      straight through the ears, while the body holds a few natural veils. स्फटिक is one of the traditional
      materials for household worship, valued for its coolness and purity. Bathe the idol with water or milk if
      that is your custom, rinse and dry it well, and lift it by the base, never by the trunk. It arrives
      wrapped in red cotton inside a padded box, with a small brass plate to stand on and a card that names the
      carver's workshop and the month in which the piece was finished.
    `),
    category: "Idols",
    price: 5499,
    offerPrice: 4799,
    stock: 3,
    facts: {
      stone: "Clear quartz",
      material: "Natural stone, carved",
      size: "75 mm tall",
      weightGrams: 230,
      originCountry: "India",
    },
    art: { seed: 8, form: "idol", mineral: "clear-quartz", views: 4 },
  },
  {
    title: "Rose Quartz Ganesha",
    description: prose(`
      Small, pink and rather cheerful. At 50 mm and about 85 g he fits on a bedside table, in a car tray or in
      the niche of a rented flat where a big mandir is not possible. The carving is done by hand, so the tilt of
      the head and the depth of the pink change slightly from one to the next. Ganesha is traditionally invoked
      before any beginning; in rose quartz, the stone of affection, he is a favourite gift for weddings and
      griha pravesh. Dust with a soft brush and protect from long hours of sun.
    `),
    category: "Idols",
    price: 1499,
    offerPrice: 1299,
    stock: 13,
    facts: {
      stone: "Rose quartz",
      material: "Natural stone, carved",
      size: "50 mm tall",
      weightGrams: 85,
      originCountry: "India",
    },
    art: { seed: 22, form: "idol", mineral: "rose-quartz", views: 3 },
  },
  {
    title: "Green Aventurine Ganesha for the Desk",
    description: prose(`
      Made for the spot beside the monitor: 60 mm high, 140 g, with a flat felted base that will not scratch a
      table. Green aventurine takes fine detail well, so the crown, the trunk and the folded legs are crisp, and
      a speckle of mica lights up under a lamp. Many people like a Ganesha at work for a blessing on new
      projects, and the green stone is traditionally associated with opportunity and growth. Colour ranges from
      sage to bottle green. Clean it with a barely damp cloth and the incense ash comes right off.
    `),
    category: "Idols",
    price: 1899,
    stock: 8,
    facts: {
      stone: "Green aventurine",
      material: "Natural stone, carved, felted base",
      size: "60 mm tall",
      weightGrams: 140,
      originCountry: "India",
    },
    art: { seed: 36, form: "idol", mineral: "green-aventurine", views: 2 },
  },
  {
    title: "Amethyst Buddha, 80 mm",
    description: prose(`
      Eyes lowered, hands at rest, the robe falling in three plain folds. This बुद्ध in meditation stands 80 mm,
      weighs about 270 g and is carved from banded Brazilian amethyst, with pale lavender at the crown and
      deeper grape at the seat. Fine crystal lines run across the body and are no cause for worry. Amethyst is
      traditionally a stone of calm and clear-headedness, which makes this piece popular in study and prayer
      rooms, and on the shelf one looks at before sleep. It ships in a wooden box. Keep it shaded from direct
      daylight.
    `),
    category: "Idols",
    price: 2999,
    offerPrice: 2599,
    stock: 4,
    facts: {
      stone: "Amethyst",
      material: "Natural stone, carved",
      size: "80 mm tall",
      weightGrams: 270,
      originCountry: "Brazil",
    },
    art: { seed: 50, form: "idol", mineral: "amethyst", views: 3 },
  },
  {
    title: "Pyrite Buddha",
    description: prose(`
      Gold by nature, without any paint: pyrite from Peru, cut and polished into a seated Buddha of 55 mm on a
      lotus base. He weighs a surprising 240 g. The surface mixes mirror-bright patches with natural hollows
      full of tiny cubes, so the light breaks up in a lively way over a very still figure. By tradition pyrite
      belongs to resolve and prosperity, and the Buddha to a quiet mind; on a work desk the two keep each other
      in balance. Dust him with a dry brush. No water, please, as it makes pyrite tarnish.
    `),
    category: "Idols",
    price: 2499,
    offerPrice: 2149,
    stock: 6,
    facts: {
      stone: "Pyrite",
      material: "Natural stone, cut and polished",
      size: "55 mm tall",
      weightGrams: 240,
      originCountry: "Peru",
    },
    art: { seed: 61, form: "idol", mineral: "pyrite", views: 2 },
  },
  {
    title: "Rose Quartz Palm Stone",
    description: prose(`
      Flat, oval and just the size of the hollow of your hand: about 65 by 45 by 20 mm, 90 g. There is a slight
      dip on one side for the thumb, which finds it without looking. The pink is soft and cloudy; some pieces
      show a faint six-rayed star under a torch. Rose quartz is traditionally held for comfort, kindness and a
      calm heart, and people use this stone while breathing, praying or waiting at the dentist. It warms up
      quickly and stays warm. Wash it with mild soap whenever it has been through many hands.
    `),
    category: "Palm Stone",
    price: 599,
    offerPrice: 499,
    stock: 24,
    topSelling: true,
    facts: {
      stone: "Rose quartz",
      material: "Natural stone, polished",
      size: "65 by 45 by 20 mm",
      weightGrams: 90,
      originCountry: "Madagascar",
    },
    art: { seed: 9, form: "palm-stone", mineral: "rose-quartz", views: 3 },
  },
  {
    title: "Lapis Lazuli Palm Stone",
    description: prose(`
      Midnight blue, dusted with gold. The blue is lazurite, the gold is pyrite and the pale smoke between them
      is calcite; every palm stone mixes the three in its own way, and we leave them as they are, with no dye
      and only a thin wax finish. Size around 60 by 42 by 18 mm, weight 95 g. Lapis has been traditionally
      associated with insight and truthful speech, so some hold it before a difficult talk. It is a softer rock
      than it looks: no water, no salt, no lemon, and a pouch apart from harder stones.
    `),
    category: "Palm Stone",
    price: 1099,
    stock: 7,
    facts: {
      stone: "Lapis lazuli",
      material: "Natural stone, undyed, thin wax finish",
      size: "60 by 42 by 18 mm",
      weightGrams: 95,
      originCountry: "Afghanistan",
    },
    art: { seed: 23, form: "palm-stone", mineral: "lapis-lazuli", views: 3 },
  },
  {
    title: "Green Aventurine Palm Stone",
    description: prose(`
      The colour of a shaded garden, cool when you pick it up. Each stone is about 63 by 44 mm, 19 mm thick and
      85 g, polished to a high gloss with rounded edges. Under bright light it glitters softly from mica inside
      the quartz. Traditionally green aventurine goes with luck, patience and the heart; many keep one in a coat
      pocket and rub it absent-mindedly, which only improves the shine. Light streaks and small brown dots are
      natural. It does not mind water.
    `),
    category: "Palm Stone",
    price: 549,
    stock: 18,
    facts: {
      stone: "Green aventurine",
      material: "Natural stone, polished",
      size: "63 by 44 by 19 mm",
      weightGrams: 85,
      originCountry: "India",
    },
    art: { seed: 37, form: "palm-stone", mineral: "green-aventurine", views: 2 },
  },
  {
    title: "Moonstone Palm Stone",
    description: prose(`
      Lay it on a dark cloth and it seems to hold a pool of moonlight. This palm stone is cut so that the sheen
      spreads over the broad side, peach in some pieces and silver-blue in others, with dark threads of
      tourmaline possible. About 58 by 42 by 20 mm and 80 g. Many hold a moonstone in the evening, when the
      day's noise has to settle, in keeping with its traditional ties to the moon, rest and intuition. It can
      split along hidden planes if it falls on tiles, so use it seated, and dust it dry.
    `),
    category: "Palm Stone",
    price: 1249,
    stock: 6,
    facts: {
      stone: "Moonstone",
      material: "Natural stone, polished",
      size: "58 by 42 by 20 mm",
      weightGrams: 80,
      originCountry: "India",
    },
    art: { seed: 51, form: "palm-stone", mineral: "moonstone", views: 3 },
  },
  {
    title: "Carnelian Palm Stone",
    description: prose(`
      Think of embers under ash: orange, rust and smoky red swirl together, and a bright window makes the thin
      rim glow. The stone measures 62 by 43 by 19 mm, weighs about 88 g and has one side left a little flatter
      for resting on the belly during relaxation. In tradition carnelian is for warmth, appetite for life and
      the courage to speak first. Some of the colour in carnelian comes from gentle heating, an old and accepted
      practice in Gujarat. It is tough and water-safe. Rinse, dry, and enjoy.
    `),
    category: "Palm Stone",
    price: 699,
    offerPrice: 599,
    stock: 12,
    facts: {
      stone: "Carnelian",
      material: "Polished stone",
      size: "62 by 43 by 19 mm",
      weightGrams: 88,
      originCountry: "India",
    },
    art: { seed: 62, form: "palm-stone", mineral: "carnelian", views: 2 },
  },
];
