import { prose } from "./prose.ts";
import type { DemoProduct } from "./types.ts";

export const necklaceProducts: DemoProduct[] = [
  {
    title: "Moonstone Bead Necklace",
    description: prose(`
      Round moonstones of 6 mm, interrupted here and there by a silver bead, lead down to an oval of 20 by 14 mm
      in a 925 silver rim: a line of small lamps at dusk with the moon below. Milk, grey and blue tones
      alternate, each with a soft glow and a cat-scratch of natural inclusions. The beads are knotted on silk so
      that they will not scatter if the thread breaks. Length 45 cm, about 28 g. Moonstone is traditionally worn
      for intuition and for quiet rituals around the full moon. Avoid soaking: silk and water do not get on. We
      restring the necklace once, free of charge, within two years, because silk stretches a little in honest
      daily use. A laboratory card that identifies the stones as moonstone comes with the necklace.
    `),
    category: "Jewellery",
    subCategory: "Necklace",
    price: 2899,
    offerPrice: 2499,
    stock: 3,
    facts: {
      stone: "Moonstone",
      material: "Beads knotted on silk, 925 silver rim",
      metal: "Silver",
      size: "45 cm, 6 mm beads, 20 by 14 mm pendant",
      weightGrams: 28,
      originCountry: "Sri Lanka",
      certificate: "Laboratory card that identifies the stone",
    },
    art: { seed: 5, form: "necklace", mineral: "moonstone", metal: "silver", views: 4 },
  },
  {
    title: "Rose Quartz Mala Necklace, 108 Beads",
    description: prose(`
      Long enough to wear doubled or to count a full round of जप: one hundred and eight rose quartz beads of 6
      mm, a brass marker now and then for the fingers, and in place of the guru bead a faceted rose quartz set
      in gold-plated brass. The माला is 84 cm to the pendant and weighs about 42 g. The pink is light and calm,
      with natural haze inside. People who practise loving-kindness meditation often choose this stone for its
      traditional ties with compassion. Wipe the beads with a damp cloth and keep them out of strong sun.
    `),
    category: "Jewellery",
    subCategory: "Necklace",
    price: 2199,
    offerPrice: 1799,
    stock: 10,
    facts: {
      stone: "Rose quartz",
      material: "Natural stone beads, brass markers, gold-plated brass setting",
      metal: "Gold-plated",
      size: "84 cm to the pendant, 6 mm beads",
      weightGrams: 42,
      originCountry: "Madagascar",
    },
    art: { seed: 19, form: "necklace", mineral: "rose-quartz", metal: "thread", views: 3 },
  },
  {
    title: "Green Aventurine Medallion Necklace",
    description: prose(`
      A faceted medallion of 18 mm, rimmed in gold-plated brass, hangs from a strand of 6 mm aventurine beads
      with small gold-coloured rounds between them. The green is that of a young neem leaf, with a fine glitter
      of mica in strong light. Length 46 cm, weight 27 g, and it sits well over a plain kurta. Traditionally
      aventurine is given to people starting something: a degree, a business, a garden. Natural stones vary
      slightly in depth of colour. Remove it before bathing, and lay it flat to rest.
    `),
    category: "Jewellery",
    subCategory: "Necklace",
    price: 1399,
    stock: 13,
    facts: {
      stone: "Green aventurine",
      material: "Natural stone beads, gold-plated brass rim",
      metal: "Gold-plated",
      size: "46 cm, 6 mm beads, 18 mm medallion",
      weightGrams: 27,
      originCountry: "India",
    },
    art: { seed: 33, form: "necklace", mineral: "green-aventurine", metal: "gold", views: 2 },
  },
  {
    title: "Citrine Sun Necklace",
    description: prose(`
      Round, honest and bright. Citrine beads of 6 mm, set off by gold-plated spacers, carry a smooth disc of 20
      mm that glows like a small sun against white cotton. The necklace is 44 cm long and weighs about 30 g.
      Expect every yellow from lemon peel to burnt honey; the stone has been heat-treated, as citrine usually
      is, to bring out that warmth. It is traditionally the stone of optimism and open-handed prosperity. Store
      it flat in its box and away from real sun, which can fade it.
    `),
    category: "Jewellery",
    subCategory: "Necklace",
    price: 2399,
    stock: 5,
    facts: {
      stone: "Citrine",
      material: "Heat-treated stone beads, gold-plated spacers",
      metal: "Gold-plated",
      size: "44 cm, 6 mm beads, 20 mm disc",
      weightGrams: 30,
      originCountry: "Brazil",
    },
    art: { seed: 47, form: "necklace", mineral: "citrine", metal: "gold", views: 3 },
  },
];
