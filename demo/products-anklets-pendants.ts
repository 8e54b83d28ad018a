import { prose } from "./prose.ts";
import type { DemoProduct } from "./types.ts";

export const ankletAndPendantProducts: DemoProduct[] = [
  {
    title: "Moonstone Silver Payal",
    description: prose(`
      A single पायल in 925 silver, light enough to forget: eleven moonstone drops of 4 mm hang from a fine
      cable chain and catch a bluish gleam as you walk. Tiny घुंघरू between them give a sound that is felt more
      than heard. Length 22, 24 or 26 cm with a 3 cm extender, weight around 9 g. The stones are milky and
      translucent with small natural inclusions. In Indian tradition moonstone, चंद्रकांत मणि, is dedicated to
      the moon and to a calm heart. Polish the silver with a dry cloth, and leave the anklet off at the beach.
    `),
    category: "Jewellery",
    subCategory: "Anklets",
    price: 2199,
    offerPrice: 1899,
    sizes: { "22 cm": 1, "24 cm": 3, "26 cm": 2 },
    facts: {
      stone: "Moonstone",
      material: "925 silver",
      metal: "Silver",
      size: "22 to 26 cm with a 3 cm extender, 4 mm stones",
      weightGrams: 9,
      originCountry: "Sri Lanka",
    },
    art: { seed: 3, form: "anklet", mineral: "moonstone", metal: "silver", views: 3 },
  },
  {
    title: "Carnelian Thread Anklet",
    description: prose(`
      Orange-red drops on red cotton thread, the way a grandmother might have tied it, made neater. Carnelian
      beads of 5 mm hang between small brass bells all the way round; the ends close with a sliding knot that
      adjusts from 21 to 28 cm. Colour varies from apricot to brick within one string. Carnelian, or अकीक, is
      traditionally associated with vitality and the courage to begin. It may be worn in the shower, though the
      cotton lasts longer if you do not.
    `),
    category: "Jewellery",
    subCategory: "Anklets",
    price: 599,
    offerPrice: 499,
    stock: 15,
    facts: {
      stone: "Carnelian",
      material: "Cotton thread, brass bells",
      size: "Adjustable from 21 to 28 cm, 5 mm beads",
      weightGrams: 6.5,
      originCountry: "India",
    },
    art: { seed: 17, form: "anklet", mineral: "carnelian", metal: "thread", views: 2 },
  },
  {
    title: "Rose Quartz Drop Anklet",
    description: prose(`
      Small pink drops, none quite the same shade, hang from a silver-plated chain and tap softly against tiny
      bells when you climb the stairs. Each stone is 4 to 5 mm; the chain is 22, 24 or 26 cm long with 4 cm
      more to let it out. Rose quartz is the stone of affection in most modern crystal lore, and many buy this
      one as a friendship gift, one for each of two friends. Lukewarm water and a soft brush keep it fresh; dry
      the chain at once.
    `),
    category: "Jewellery",
    subCategory: "Anklets",
    price: 649,
    sizes: { "22 cm": 3, "24 cm": 6, "26 cm": 2 },
    facts: {
      stone: "Rose quartz",
      material: "Silver-plated chain",
      metal: "Silver-plated",
      size: "22 to 26 cm with a 4 cm extender, 4 to 5 mm stones",
      weightGrams: 7,
      originCountry: "Madagascar",
    },
    art: { seed: 31, form: "anklet", mineral: "rose-quartz", metal: "silver", views: 2 },
  },
  {
    title: "Clear Quartz Gold Anklet",
    description: prose(`
      Drops of clear quartz, each 5 mm, alternate with round little bells along a gold-plated chain so fine
      that mostly the sparkle is seen. Quartz of this grade is bright, with the odd feather or tiny rainbow
      where light meets a natural fracture. The chain measures 22, 24 or 26 cm plus a 4 cm extender and the
      anklet weighs 8 g. Clear quartz, स्फटिक, is traditionally kept for clarity and is said to support
      whatever stone it is worn with. Put it on after lotion and perfume have dried, and it will hold its gold
      tone for a long while.
    `),
    category: "Jewellery",
    subCategory: "Anklets",
    price: 899,
    offerPrice: 749,
    sizes: { "22 cm": 0, "24 cm": 0, "26 cm": 0 },
    facts: {
      stone: "Clear quartz",
      material: "Gold-plated chain",
      metal: "Gold-plated",
      size: "22 to 26 cm with a 4 cm extender, 5 mm stones",
      weightGrams: 8,
      originCountry: "India",
    },
    art: { seed: 45, form: "anklet", mineral: "clear-quartz", metal: "gold", views: 2 },
  },
  {
    title: "Amethyst Drop Pendant",
    description: prose(`
      A generous drop, broad at the foot and narrow at the neck, polished smooth on both sides and rimmed in 925
      silver. It measures 24 by 22 mm and weighs about 9 g without the chain. White veils cross the violet like
      brush strokes, and each pendant has its own; some are pale as lilac, some nearly grape. The 45 cm silver
      chain is included. Amethyst is traditionally the stone of calm and contemplation, and people often close a
      hand around it for a moment before meditation. Avoid sunny window sills, ultrasonic cleaners and hard
      knocks.
    `),
    category: "Jewellery",
    subCategory: "Pendants",
    price: 1149,
    offerPrice: 949,
    stock: 18,
    topSelling: true,
    facts: {
      stone: "Amethyst",
      material: "925 silver rim, silver chain",
      metal: "Silver",
      size: "24 by 22 mm, 45 cm chain",
      weightGrams: 9,
      originCountry: "Brazil",
    },
    art: { seed: 4, form: "pendant", mineral: "amethyst", metal: "silver", views: 4 },
  },
  {
    title: "Black Tourmaline Point Pendant",
    description: prose(`
      Straight sides, a blunt tip and no decoration: a six-sided point of black tourmaline, its long natural
      grooves still visible under the polish, hung from an adjustable red cord by a brass cap. The points run 28
      to 34 mm and about 11 g. Under a lamp the surface has a faint glassy shine. Traditionally black tourmaline
      is worn for grounding and protection, especially in crowds or while travelling, and the red thread adds a
      blessing of its own. Brush it dry and skip the water, which can creep into the fine cracks.
    `),
    category: "Jewellery",
    subCategory: "Pendants",
    price: 699,
    stock: 12,
    facts: {
      stone: "Black tourmaline",
      material: "Natural stone, brass cap, adjustable cord",
      size: "28 to 34 mm long",
      weightGrams: 11,
      originCountry: "Brazil",
    },
    art: { seed: 18, form: "pendant", mineral: "black-tourmaline", metal: "thread", views: 2 },
  },
  {
    title: "Lapis Lazuli Teardrop Pendant",
    description: prose(`
      The drop is 24 by 17 mm, cut as a low dome and finished with a gold-plated silver cap and one small gold
      bead at the foot. We choose royal-blue lapis with a sprinkle of gold-coloured pyrite and thin rivers of
      white calcite. In older days लाजवर्द adorned seals and crowns; many still associate it with wisdom and
      honest words, and teachers like to wear it. The pendant weighs 7 g and hangs on a 45 cm gold-plated rope
      chain. Keep it dry, put it on last when you dress, and wipe it after wearing. A laboratory card that
      identifies the stone as lapis lazuli comes with the pendant.
    `),
    category: "Jewellery",
    subCategory: "Pendants",
    price: 1599,
    offerPrice: 1399,
    stock: 4,
    facts: {
      stone: "Lapis lazuli",
      material: "Gold-plated silver cap, gold-plated chain",
      metal: "Gold-plated",
      size: "24 by 17 mm, 45 cm chain",
      weightGrams: 7,
      originCountry: "Afghanistan",
      certificate: "Laboratory card that identifies the stone",
    },
    art: { seed: 32, form: "pendant", mineral: "lapis-lazuli", metal: "gold", views: 3 },
  },
  {
    title: "Clear Quartz Drop Pendant",
    description: prose(`
      Like a bead of rain about to fall: clear quartz, 24 mm long and 16 mm wide, smooth all round and set under
      a small silver-plated cap. The stone is colourless, often with a wisp of cloud inside, and it throws a
      patch of rainbow on the wall in morning light. A 50 cm silver-plated chain is included, 9 g together.
      Traditionally स्फटिक is linked with coolness and clarity of intention, and some hold it under running
      water for a minute on full moon nights. That is safe for this stone; dry the cap and chain well.
    `),
    category: "Jewellery",
    subCategory: "Pendants",
    price: 799,
    stock: 25,
    facts: {
      stone: "Clear quartz",
      material: "Silver-plated cap and chain",
      metal: "Silver-plated",
      size: "24 by 16 mm, 50 cm chain",
      weightGrams: 9,
      originCountry: "India",
    },
    art: { seed: 46, form: "pendant", mineral: "clear-quartz", metal: "silver", views: 2 },
  },
  {
    title: "Hessonite Oval Pendant",
    description: prose(`
      Hessonite, or गोमेद, is a garnet the colour of honey held against the sun. This one is an oval of 14 by
      10 mm, cut with broad facets and framed in a gold-plated rim; look closely and the inside seems to swirl
      like warm syrup, as it does in most natural hessonite. Indian tradition links the stone with Rahu. It
      comes on a 42 cm gold-plated chain. Weight 6 g. The stone takes water well, while the plating prefers a
      dry wipe.
    `),
    category: "Jewellery",
    subCategory: "Pendants",
    price: 1849,
    stock: 8,
    facts: {
      stone: "Hessonite",
      material: "Gold-plated rim and chain",
      metal: "Gold-plated",
      size: "14 by 10 mm, 42 cm chain",
      weightGrams: 6,
      originCountry: "India",
    },
    art: { seed: 58, form: "pendant", mineral: "carnelian", metal: "gold", views: 2 },
  },
];
