import { prose } from "./prose.ts";
import type { DemoProduct } from "./types.ts";

export const tumbleAndTowerProducts: DemoProduct[] = [
  {
    title: "Rose Quartz Tumbles, Set of Five",
    description: prose(`
      Five pocket-sized pieces in a cotton pouch, 20 to 28 mm each, about 65 g together. Tumbling for three
      weeks gives them a skin like river stones, so they are pleasant to turn over in the hand during a phone
      call. Shades differ inside one set on purpose: a deep pink, a pale one, something in between.
      Traditionally rose quartz is scattered in bedrooms, on altars and in flower pots for a mood of warmth and
      affection. It tolerates a quick rinse. Direct sun bleaches it over months, so choose a shaded shelf.
    `),
    category: "Tumbles",
    price: 349,
    offerPrice: 299,
    stock: 40,
    topSelling: true,
    facts: {
      stone: "Rose quartz",
      material: "Natural stone, tumbled",
      size: "20 to 28 mm each",
      weightGrams: 65,
      originCountry: "Madagascar",
    },
    art: { seed: 6, form: "tumble", mineral: "rose-quartz", views: 3 },
  },
  {
    title: "Amethyst Tumbles, Set of Four",
    description: prose(`
      Small and purple, with the occasional white chevron running through. Each set has four amethyst tumbles of
      22 to 30 mm, around 60 g, picked so that at least one is a strong violet. A sensible first purchase. Many
      keep amethyst by the bed or next to the diya for calm evenings, following its traditional link with peace
      of mind. Rinse under the tap, pat dry, and keep from strong daylight so that the colour holds.
    `),
    category: "Tumbles",
    price: 379,
    stock: 34,
    facts: {
      stone: "Amethyst",
      material: "Natural stone, tumbled",
      size: "22 to 30 mm each",
      weightGrams: 60,
      originCountry: "Brazil",
    },
    art: { seed: 20, form: "tumble", mineral: "amethyst", views: 2 },
  },
  {
    title: "Citrine Tumbles, Set of Five",
    description: prose(`
      Five golden tumbles of 20 to 26 mm, about 60 g together, glossy all round and see-through at the thin
      edges. This is heat-treated quartz from Brazil, polished in Khambhat, with the amber patches and milky
      threads such stones usually show. One often ends up in a wallet and another near the account book, since
      citrine is traditionally associated with prosperity and a generous temper. Wash with plain water when they
      look dull.
    `),
    category: "Tumbles",
    price: 399,
    stock: 26,
    facts: {
      stone: "Citrine",
      material: "Heat-treated quartz, tumbled",
      size: "20 to 26 mm each",
      weightGrams: 60,
      originCountry: "Brazil",
    },
    art: { seed: 34, form: "tumble", mineral: "citrine", views: 2 },
  },
  {
    title: "Black Tourmaline Tumbles, Set of Four",
    description: prose(`
      Four dark stones for four corners. That is the old household custom: one black tourmaline in each corner
      of a room, or of the whole flat, as a mark of protection. The tumbles measure 20 to 27 mm and weigh about
      60 g as a set. Their polish is deep black with a few grooves and matt spots where the crystal was striped;
      hardly any stone of this kind is flawless. They come with a small printed card on placing them. Dust with
      a dry brush, and do not leave them standing in salt water.
    `),
    category: "Tumbles",
    price: 399,
    offerPrice: 349,
    stock: 31,
    facts: {
      stone: "Black tourmaline",
      material: "Natural stone, tumbled",
      size: "20 to 27 mm each",
      weightGrams: 60,
      originCountry: "Brazil",
    },
    art: { seed: 48, form: "tumble", mineral: "black-tourmaline", views: 2 },
  },
  {
    title: "Moonstone Tumbles, Set of Four",
    description: prose(`
      Picked one at a time, because half of any moonstone batch is just grey pebble. These four show a visible
      glow, blue-white or peach, when you turn them under a lamp. Size 20 to 26 mm, about 50 g together, with a
      silky finish and now and then a dark mica speck. Traditionally the stone follows the moon: people set it
      on a window ledge on full moon night, or hold it while writing down what they wish to let go. It is softer
      than quartz, so give the set a pouch of its own and avoid long soaking.
    `),
    category: "Tumbles",
    price: 449,
    stock: 20,
    facts: {
      stone: "Moonstone",
      material: "Natural stone, tumbled",
      size: "20 to 26 mm each",
      weightGrams: 50,
      originCountry: "India",
    },
    art: { seed: 59, form: "tumble", mineral: "moonstone", views: 3 },
  },
  {
    title: "Pyrite Tumbles, Set of Three",
    description: prose(`
      Heavier than they look. Three pyrite tumbles of 16 to 20 mm weigh around 45 g and have the sheen of old
      brass, broken by grey hollows where the cubes of the crystal met. Collectors call it fool's gold,
      shopkeepers in many Indian markets call it lucky, and by tradition it sits near the cash box, the laptop
      or the account book. Fine natural pits are normal, and sharp edges have been rounded off. Keep them
      strictly dry: moisture can dull the surface and leave a rusty mark on wood. A dry toothbrush cleans them
      well.
    `),
    category: "Tumbles",
    price: 499,
    offerPrice: 449,
    stock: 16,
    facts: {
      stone: "Pyrite",
      material: "Natural stone, tumbled",
      size: "16 to 20 mm each",
      weightGrams: 45,
      originCountry: "Peru",
    },
    art: { seed: 66, form: "tumble", mineral: "pyrite", views: 2 },
  },
  {
    title: "Seven-Inch Amethyst Tower",
    description: prose(`
      A statement piece, 178 mm tall and about 560 g, with six hand-ground faces that meet in a slightly
      off-centre tip. Bands of lilac, white and dark grape climb the tower like contour lines; no two are alike,
      and we will gladly send photographs before you decide. The base is cut flat and stands firmly on a shelf
      or altar. Amethyst towers are traditionally placed in reading corners and meditation rooms for a calm,
      collected feeling. Keep it out of direct sun and dust it with a soft paint brush. Because of the weight we
      pack it in a cut-foam box; please keep that box, as it is by far the safest way to move the tower to a new
      house.
    `),
    category: "Tower",
    price: 3499,
    offerPrice: 2999,
    stock: 2,
    facts: {
      stone: "Amethyst",
      material: "Natural stone, polished",
      size: "178 mm tall",
      weightGrams: 560,
      originCountry: "Brazil",
    },
    art: { seed: 7, form: "tower", mineral: "amethyst", views: 4 },
  },
  {
    title: "Clear Quartz Tower, 100 mm",
    description: prose(`
      Stand it near a window in the morning and it will scatter thin rainbows across the room. This tower of
      natural quartz is 95 to 105 mm tall, 26 mm wide and about 140 g, water-clear at the tip and cloudier at
      the foot, with veils and small fractures that prove it grew in the ground. स्फटिक has a long place in
      Indian worship; many set the tower at the centre of a crystal grid and speak an intention over it. One
      caution: clear quartz can focus sunlight like a lens, so do not leave it in full sun unattended.
    `),
    category: "Tower",
    price: 1699,
    offerPrice: 1449,
    stock: 12,
    topSelling: true,
    facts: {
      stone: "Clear quartz",
      material: "Natural stone, polished",
      size: "95 to 105 mm tall, 26 mm wide",
      weightGrams: 140,
      originCountry: "Brazil",
    },
    art: { seed: 21, form: "tower", mineral: "clear-quartz", views: 3 },
  },
  {
    title: "Rose Quartz Tower, 90 mm",
    description: prose(`
      Blush pink from base to tip, with the gentle fog that makes rose quartz look lit from inside. The tower is
      about 90 mm high and 25 mm across, weighs 110 g, and has six polished sides with a softened edge, so it
      feels friendly in the hand as well. Couples like to keep it in the bedroom, and others put it on a desk
      beside a photograph; in crystal tradition it stands for affection and forgiveness. Small internal lines
      are natural. A damp cloth is enough for cleaning; strong light will fade it in time.
    `),
    category: "Tower",
    price: 1149,
    stock: 15,
    facts: {
      stone: "Rose quartz",
      material: "Natural stone, polished",
      size: "90 mm tall, 25 mm wide",
      weightGrams: 110,
      originCountry: "Madagascar",
    },
    art: { seed: 35, form: "tower", mineral: "rose-quartz", views: 2 },
  },
  {
    title: "Green Aventurine Tower, 110 mm",
    description: prose(`
      Leaf green with a frosty sparkle, cut from one block of Karnataka aventurine. It stands 110 mm, is 28 mm
      wide at the base and weighs close to 170 g. Bands of lighter and darker green cross some pieces
      diagonally, and rust-coloured freckles are possible. Plant lovers will recognise the impulse to set it
      among the pots on the balcony, which is fine, as rain does it no harm. By tradition aventurine is the
      stone of opportunity and a light heart, and new offices often receive one as a house-warming present.
    `),
    category: "Tower",
    price: 1299,
    offerPrice: 1099,
    stock: 9,
    facts: {
      stone: "Green aventurine",
      material: "Natural stone, polished",
      size: "110 mm tall, 28 mm wide",
      weightGrams: 170,
      originCountry: "India",
    },
    art: { seed: 49, form: "tower", mineral: "green-aventurine", views: 2 },
  },
  {
    title: "Tiger's Eye Tower, 80 mm",
    description: prose(`
      Brown silk turned to stone: walk past this tower and a broad golden band walks with you. It is a compact
      piece of 80 mm and about 95 g, made for a work table more than for an altar. The fibres inside run
      lengthways, so the shimmer is strongest on two of the six faces and quiet on the others. Traditionally
      tiger's eye supports focus and good judgement, and many students keep it beside their books. Wipe with a
      wet cloth and dry.
    `),
    category: "Tower",
    price: 899,
    stock: 11,
    facts: {
      stone: "Tiger's eye",
      material: "Natural stone, polished",
      size: "80 mm tall",
      weightGrams: 95,
      originCountry: "South Africa",
    },
    art: { seed: 60, form: "tower", mineral: "tigers-eye", views: 3 },
  },
];
