import { prose } from "./prose.ts";
import type { DemoProduct } from "./types.ts";

export const mushroomSphereAndPendulumProducts: DemoProduct[] = [
  {
    title: "Rose Quartz Mushroom",
    description: prose(`
      Here is the one that makes people smile. A little mushroom, 45 mm tall and about 55 g, turned from one
      piece of rose quartz with a domed cap and a sturdy stem that stands on its own. The pink is pale with
      drifting white clouds. It looks at home in a terrarium or on a study table. Rose quartz is traditionally
      linked with warmth and friendliness, and the mushroom with luck, so it is an easy small gift. Rinse off
      dust under the tap and keep it from hard sun.
    `),
    category: "Mushrooms",
    price: 549,
    offerPrice: 449,
    stock: 23,
    facts: {
      stone: "Rose quartz",
      material: "Natural stone, polished",
      size: "45 mm tall",
      weightGrams: 55,
      originCountry: "Madagascar",
    },
    art: { seed: 12, form: "mushroom", mineral: "rose-quartz", views: 3 },
  },
  {
    title: "Carnelian Mushroom",
    description: prose(`
      Autumn in an Indian monsoon: a rust-red cap with lighter bands, a stem the colour of apricots. Carved from
      Gujarat carnelian, it stands 45 mm high, 35 mm across the cap, and weighs around 60 g. By tradition
      carnelian is for energy and creative spark, and this one tends to end up on the desks of designers and
      writers. The polish is durable and water does no harm. Banding differs from piece to piece.
    `),
    category: "Mushrooms",
    price: 599,
    stock: 16,
    facts: {
      stone: "Carnelian",
      material: "Natural stone, carved",
      size: "45 mm tall, 35 mm cap",
      weightGrams: 60,
      originCountry: "India",
    },
    art: { seed: 26, form: "mushroom", mineral: "carnelian", views: 2 },
  },
  {
    title: "Green Aventurine Mushroom, Large",
    description: prose(`
      A bigger cousin at 65 mm tall and about 150 g, with a wide cap that fills the palm. The green is soft and
      even, broken by the glittering specks that aventurine is known for, and a paler stripe often circles the
      stem. Set it in a pot of succulents and it looks as if it had come up overnight. Traditionally the stone
      stands for fortune and a light spirit. The base has been levelled by hand, so a slight lean is possible
      and rather in character. Sun and rain are fine; frost is hardly a worry in most of India.
    `),
    category: "Mushrooms",
    price: 899,
    offerPrice: 749,
    stock: 9,
    facts: {
      stone: "Green aventurine",
      material: "Natural stone, polished",
      size: "65 mm tall",
      weightGrams: 150,
      originCountry: "India",
    },
    art: { seed: 40, form: "mushroom", mineral: "green-aventurine", views: 2 },
  },
  {
    title: "Amethyst Mushroom",
    description: prose(`
      Lavender cap, nearly white foot, and a line between the two where the crystal changed its mind. Cut across
      the natural banding of amethyst, these mushrooms are 42 to 48 mm high and weigh about 58 g. Some have a
      sparkling pocket of tiny points on the underside of the cap, which we leave untouched. Many place one by
      the bed because amethyst is traditionally associated with calm and quiet dreams. It does no work there
      except to look kind. Dust with a dry brush, and prefer a spot without direct daylight.
    `),
    category: "Mushrooms",
    price: 599,
    stock: 13,
    facts: {
      stone: "Amethyst",
      material: "Natural stone, polished",
      size: "42 to 48 mm tall",
      weightGrams: 58,
      originCountry: "Brazil",
    },
    art: { seed: 54, form: "mushroom", mineral: "amethyst", views: 2 },
  },
  {
    title: "Clear Quartz Sphere, 50 mm",
    description: prose(`
      Round to within half a millimetre, 50 mm across and about 175 g, with a brass ring to rest on. Through the
      clear half the room appears upside down; the other half holds wisps, bubbles and a silvery plane that
      turns into rainbows as you rotate it. Spheres of स्फटिक have a long tradition in contemplation, where the
      gaze is allowed to soften and settle. It is natural quartz and not glass: touch it to your cheek and it
      stays cold. Never leave it on a sunny sill, since a sphere gathers light and may scorch cloth.
      Fingerprints show on a polish this fine, and a spectacle cloth with a breath of moisture removes them in a
      second.
    `),
    category: "Sphere",
    price: 2499,
    offerPrice: 2199,
    stock: 6,
    facts: {
      stone: "Clear quartz",
      material: "Natural stone, polished, brass ring stand",
      size: "50 mm",
      weightGrams: 175,
      originCountry: "Brazil",
    },
    art: { seed: 13, form: "sphere", mineral: "clear-quartz", views: 4 },
  },
  {
    title: "Rose Quartz Sphere, 60 mm",
    description: prose(`
      Sixty millimetres of quiet pink, heavy in both hands at around 300 g. Turn a torch on the top and, in many
      of these spheres, a faint star with six rays slides across the surface; the effect comes from hair-fine
      needles inside. Internal cracks look like frozen ripples and do not reach the polish. People traditionally
      keep a rose quartz sphere in the family room, as its round form shares affection in every direction. A
      brass ring stand is included. Clean with a damp cloth; prolonged sun will lighten the colour.
    `),
    category: "Sphere",
    price: 2299,
    offerPrice: 1899,
    stock: 8,
    facts: {
      stone: "Rose quartz",
      material: "Natural stone, polished, brass ring stand",
      size: "60 mm",
      weightGrams: 300,
      originCountry: "Madagascar",
    },
    art: { seed: 27, form: "sphere", mineral: "rose-quartz", views: 3 },
  },
  {
    title: "Amethyst Sphere, 70 mm",
    description: prose(`
      A heavyweight of roughly 475 g, cut from dark Uruguayan amethyst with smoky violet bands and a few windows
      of clear crystal. At 70 mm it needs a proper place, such as a console, an altar or the middle of a round
      table, and it comes with a heavy brass ring to sit in. Amethyst is traditionally the contemplative's
      stone, linked with calm, temperance and prayer. Small healed fractures are to be expected at this size,
      and we photograph each sphere on request. Shield it from direct sun and move it with both hands. A sphere
      this size is cut only when the right block turns up, so it returns to the shop a few times a year and
      never in quantity.
    `),
    category: "Sphere",
    price: 4299,
    stock: 0,
    facts: {
      stone: "Amethyst",
      material: "Natural stone, polished, brass ring stand",
      size: "70 mm",
      weightGrams: 475,
      originCountry: "Uruguay",
    },
    art: { seed: 41, form: "sphere", mineral: "amethyst", views: 3 },
  },
  {
    title: "Lapis Lazuli Sphere, 45 mm",
    description: prose(`
      It resembles a planet seen from far away: oceans of ultramarine, coasts of white calcite and a scatter of
      pyrite that glints like city lights. Diameter 45 mm, weight about 130 g, on a small brass ring. The stone
      is from Badakhshan, the old source, and has not been dyed; we checked with a swab of acetone. Lapis is
      traditionally a companion of scholars and truth-tellers. Handle it with dry hands, wipe it now and then
      with a silk cloth, and do not set it where lemon water or perfume may drip on it.
    `),
    category: "Sphere",
    price: 3199,
    offerPrice: 2799,
    stock: 2,
    facts: {
      stone: "Lapis lazuli",
      material: "Natural stone, undyed, brass ring stand",
      size: "45 mm",
      weightGrams: 130,
      originCountry: "Afghanistan",
    },
    art: { seed: 55, form: "sphere", mineral: "lapis-lazuli", views: 2 },
  },
  {
    title: "Black Tourmaline Sphere, 50 mm",
    description: prose(`
      Ink-black at first sight, then full of detail: brown-silver mica, thin quartz seams, and grooves that run
      around the ball like latitude lines. This sphere is 50 mm wide, 200 g, and sits on a plain brass ring.
      Tourmaline grows in bundles of needles, so tiny pits in the polish are part of it and feel almost velvety.
      Traditionally it is the guardian stone of entrances and workplaces; many keep it on the shelf where keys
      and bags are dropped. Dry cloth only, with a trace of oil if it ever looks grey.
    `),
    category: "Sphere",
    price: 1999,
    stock: 11,
    facts: {
      stone: "Black tourmaline",
      material: "Natural stone, polished, brass ring stand",
      size: "50 mm",
      weightGrams: 200,
      originCountry: "Brazil",
    },
    art: { seed: 64, form: "sphere", mineral: "black-tourmaline", views: 2 },
  },
  {
    title: "Clear Quartz Pendulum",
    description: prose(`
      Beginners do well with this one: a six-sided quartz drop of 38 by 14 mm, light at 15 g, on a 20 cm
      silver-plated chain with a small quartz bead to hold. It hangs straight, because the hole is drilled on
      the axis and we test the swing of every piece. The crystal is clear with slight clouding near the cap. A
      pendulum is traditionally used for dowsing, over a chart or an open palm, as a way to listen to one's own
      intuition. A simple yes-and-no card is in the box. Rinse the stone and dry the chain.
    `),
    category: "Pendulum",
    price: 649,
    offerPrice: 549,
    stock: 19,
    facts: {
      stone: "Clear quartz",
      material: "Natural stone, silver-plated chain",
      metal: "Silver-plated",
      size: "38 by 14 mm, 20 cm chain",
      weightGrams: 15,
      originCountry: "India",
    },
    art: { seed: 14, form: "pendulum", mineral: "clear-quartz", metal: "silver", views: 3 },
  },
  {
    title: "Amethyst Pendulum",
    description: prose(`
      Violet and pointed, cut with twelve facets that flash as it circles. The drop is 35 mm long and 13 g; the
      chain measures 19 cm and ends in a matching amethyst bead, so your fingers always know which end is which.
      Colour deepens towards the tip on most pieces. Dowsers traditionally choose amethyst for calm, unhurried
      sessions, and some keep it near the bed as a plain ornament between uses. Store it in its velvet pouch,
      away from bright light.
    `),
    category: "Pendulum",
    price: 749,
    stock: 10,
    facts: {
      stone: "Amethyst",
      material: "Natural stone, silver-plated chain",
      metal: "Silver-plated",
      size: "35 mm long, 19 cm chain",
      weightGrams: 13,
      originCountry: "Brazil",
    },
    art: { seed: 28, form: "pendulum", mineral: "amethyst", metal: "silver", views: 2 },
  },
  {
    title: "Lapis Lazuli Pendulum in Gold",
    description: prose(`
      Royal blue with gold in two senses: pyrite inside the stone, and a gold-plated brass cap and chain
      outside. The cone is 36 mm long, 16 mm at its widest and 20 g, which gives a slow, deliberate swing that
      experienced users tend to prefer. The 18 cm chain ends in a round lapis bead to hold. Lapis is
      traditionally connected with inner vision and honest answers. White flecks are natural. Please do not
      cleanse this pendulum in water or salt; smoke, sound or a night on a cloth by the window will do.
    `),
    category: "Pendulum",
    price: 1199,
    offerPrice: 999,
    stock: 3,
    facts: {
      stone: "Lapis lazuli",
      material: "Natural stone, gold-plated brass cap and chain",
      metal: "Gold-plated",
      size: "36 by 16 mm, 18 cm chain",
      weightGrams: 20,
      originCountry: "Afghanistan",
    },
    art: { seed: 42, form: "pendulum", mineral: "lapis-lazuli", metal: "gold", views: 3 },
  },
  {
    title: "Black Tourmaline Pendulum",
    description: prose(`
      Steady, dark and a bit heavier at the tip, so that it settles quickly between questions. The tourmaline
      drop measures 34 by 15 mm and weighs 17 g, with a silver-plated cap, a 20 cm chain and a round tourmaline
      bead as handle. Expect lengthwise grooves and a few pin-sized pits; the mineral is never perfectly smooth.
      In dowsing tradition black tourmaline is preferred for checking rooms and thresholds, and for ending a
      session on a grounded note. Brush it dry. A drop of light oil will renew the black after long use.
    `),
    category: "Pendulum",
    price: 699,
    offerPrice: 599,
    stock: 15,
    facts: {
      stone: "Black tourmaline",
      material: "Natural stone, silver-plated cap",
      metal: "Silver-plated",
      size: "34 by 15 mm, 20 cm chain",
      weightGrams: 17,
      originCountry: "Brazil",
    },
    art: { seed: 56, form: "pendulum", mineral: "black-tourmaline", metal: "silver", views: 2 },
  },
];
