import { prose } from "./prose.ts";
import type { DemoProduct } from "./types.ts";

export const ringAndBraceletProducts: DemoProduct[] = [
  {
    title: "Full Moon Ring, Moonstone",
    description: prose(`
      One round moonstone of 8 mm, held by four small claws on a smooth 925 silver band, like a full moon that
      has just cleared the rooftops. Tilt your hand and a pale blue sheen slides over the stone; on some pieces
      it leans towards cream, and no two move alike. The band is 3 mm wide and comes in Indian sizes 10 to 18.
      Moonstone is traditionally linked with the moon, with rest and with changing moods, and many wear it on
      Mondays. Take it off before washing up and wipe it with a soft dry cloth. A laboratory card that
      identifies the stone as moonstone comes with the ring.
    `),
    category: "Jewellery",
    subCategory: "Rings",
    price: 1499,
    offerPrice: 1249,
    sizes: { 10: 1, 11: 0, 12: 2, 13: 1, 14: 2, 15: 1, 16: 1, 17: 0, 18: 1 },
    facts: {
      stone: "Moonstone",
      material: "925 silver",
      metal: "Silver",
      size: "8 mm stone, Indian sizes 10 to 18",
      weightGrams: 3.5,
      originCountry: "Sri Lanka",
      certificate: "Laboratory card that identifies the stone",
    },
    art: { seed: 1, form: "ring", mineral: "moonstone", metal: "silver", views: 3 },
  },
  {
    title: "Oval Amethyst Ring with Beaded Edge",
    description: prose(`
      A faceted amethyst of 9 by 7 mm, about 1.6 carats, set crosswise and framed by a ring of tiny silver
      beads, on a plain 925 band. The colour is a clear mid-violet with the lighter and darker zones that
      natural amethyst shows when you look from the side. The frame sits low enough not to catch on wool.
      Indian sizes 10 to 18. In many traditions amethyst stands for sobriety and a calm mind, and people pick
      it for study, prayer or the end of a long day. Keep it out of strong sunlight, which slowly pales the
      violet, and store it in the pouch it comes in. A laboratory card that identifies the stone as natural
      amethyst comes with the ring.
    `),
    category: "Jewellery",
    subCategory: "Rings",
    price: 1799,
    sizes: { 10: 0, 11: 1, 12: 1, 13: 0, 14: 1, 15: 0, 16: 1, 17: 0, 18: 1 },
    facts: {
      stone: "Amethyst",
      material: "925 silver",
      metal: "Silver",
      size: "9 by 7 mm stone, about 1.6 carats, Indian sizes 10 to 18",
      weightGrams: 3.2,
      originCountry: "Brazil",
      certificate: "Laboratory card that identifies the stone",
    },
    art: { seed: 15, form: "ring", mineral: "amethyst", metal: "silver", views: 3 },
  },
  {
    title: "Tiger's Eye Ring in Gold",
    description: prose(`
      For hands that like some weight: a domed tiger's eye of 10 mm in a broad band of gold-plated 925 silver,
      about 7 g in all. Stripes of honey and dark brown run across the dome and swap places as the light moves,
      which is how the stone got its name. Indian sizes 16 to 24. Traditionally it is a traveller's and trader's
      stone, associated with a steady head and plain speaking. The plating is one micron thick and will mellow
      with daily wear; keep perfume and sanitiser away from it to slow that down.
    `),
    category: "Jewellery",
    subCategory: "Rings",
    price: 1999,
    offerPrice: 1649,
    sizes: { 16: 0, 18: 1, 20: 0, 22: 1, 24: 0 },
    facts: {
      stone: "Tiger's eye",
      material: "Gold-plated 925 silver",
      metal: "Gold-plated",
      size: "10 mm stone, Indian sizes 16 to 24",
      weightGrams: 7,
      originCountry: "South Africa",
    },
    art: { seed: 29, form: "ring", mineral: "tigers-eye", metal: "gold", views: 2 },
  },
  {
    title: "Rose Quartz Ring, Adjustable",
    description: prose(`
      No need to know your size. The silver-plated band is open at the back, out of sight, and can be eased
      wider or closer by two sizes with your fingers. In front sits an oval, faceted rose quartz of 9 by 7 mm in
      a soft, slightly cloudy pink; fine white veils inside are part of the mineral and not damage. People
      traditionally give rose quartz for affection, friendship and being gentler with oneself, so it makes an
      easy gift. Adjust it slowly and not every day, since any open band tires if bent too often.
    `),
    category: "Jewellery",
    subCategory: "Rings",
    price: 999,
    offerPrice: 799,
    stock: 14,
    facts: {
      stone: "Rose quartz",
      material: "Silver-plated band",
      metal: "Silver-plated",
      size: "9 by 7 mm stone, adjustable by two sizes",
      weightGrams: 2.8,
      originCountry: "Madagascar",
    },
    art: { seed: 43, form: "ring", mineral: "rose-quartz", metal: "silver", views: 2 },
  },
  {
    title: "Rose Quartz Bracelet, 8 mm",
    description: prose(`
      Our most ordered bracelet: round rose quartz beads on doubled elastic cord, broken by a few brass spacers
      and finished with a short red thread tassel, around 16 g in all. The pink runs from almost milk-white to
      deep blush within one string, and we match beads for evenness without dyeing any of them. Choose the
      measure of your wrist, from 15 to 19 cm. Rose quartz is traditionally associated with
      tenderness, and many wear it on the left hand as a reminder to answer softly. Roll it on and off, and keep
      it away from long hours of sun.
    `),
    category: "Jewellery",
    subCategory: "Bracelets",
    price: 899,
    offerPrice: 749,
    sizes: { "15 cm": 6, "16 cm": 12, "17 cm": 10, "18 cm": 6, "19 cm": 2 },
    topSelling: true,
    facts: {
      stone: "Rose quartz",
      material: "Undyed stone beads on elastic, brass spacers, thread tassel",
      size: "8 mm beads, for wrists of 15 to 19 cm",
      weightGrams: 16,
      originCountry: "Madagascar",
    },
    art: { seed: 2, form: "bracelet", mineral: "rose-quartz", metal: "thread", views: 3 },
  },
  {
    title: "Black Tourmaline Bracelet, 8 mm",
    description: prose(`
      Plain, dark and a little rough in character. These 8 mm beads are cut from natural black tourmaline, so
      you may find fine parallel lines, tiny pits or a silvery fleck of mica under the polish. Brass spacers and
      a red tassel lift the black. About 20 g, strung on strong elastic for wrists of 15 to 19 cm. Across many
      households it is the stone kept for protection and for drawing a line between work and home; some people
      leave it by the door in the evening. Wipe with a dry cloth, and avoid soaking because water can lodge in
      natural cracks.
    `),
    category: "Jewellery",
    subCategory: "Bracelets",
    price: 1099,
    offerPrice: 949,
    sizes: { "15 cm": 2, "16 cm": 6, "17 cm": 10, "18 cm": 8, "19 cm": 2 },
    topSelling: true,
    facts: {
      stone: "Black tourmaline",
      material: "Natural stone beads on elastic, brass spacers, tassel",
      size: "8 mm beads, for wrists of 15 to 19 cm",
      weightGrams: 20,
      originCountry: "Brazil",
    },
    art: { seed: 16, form: "bracelet", mineral: "black-tourmaline", metal: "thread", views: 2 },
  },
  {
    title: "Citrine Bracelet with Lotus Charm",
    description: prose(`
      Sunny beads of 8 mm, closed by a ribbed gold-plated bead from which a small disc with an eight-petalled
      lotus hangs. We prefer to say it plainly: like nearly all citrine on the market, this stone is amethyst
      that has been heated until it turns gold. The result is a warm, lasting yellow, deeper at one end of a
      bead than the other. About 17 g, for wrists of 15 to 19 cm. Citrine is traditionally associated with
      confidence, trade and a cheerful start to the day, and shopkeepers often keep one near the till. Store it
      away from direct sun and perfume.
    `),
    category: "Jewellery",
    subCategory: "Bracelets",
    price: 1599,
    offerPrice: 1349,
    sizes: { "15 cm": 1, "16 cm": 3, "17 cm": 2, "18 cm": 1, "19 cm": 0 },
    facts: {
      stone: "Citrine",
      material: "Heat-treated stone beads, gold-plated bead and charm",
      metal: "Gold-plated",
      size: "8 mm beads, for wrists of 15 to 19 cm",
      weightGrams: 17,
      originCountry: "Brazil",
    },
    art: { seed: 30, form: "bracelet", mineral: "citrine", metal: "gold", views: 3 },
  },
  {
    title: "Tiger's Eye Bracelet, 10 mm",
    description: prose(`
      Large beads, each with its own band of gold light that opens and closes like a slit pupil as the wrist
      turns. At 10 mm and roughly 29 g the bracelet has presence, and it suits wrists from 16 to 19 cm. A
      brass bead and a red thread tassel mark the join. Tones go from straw to dark coffee; a few beads may
      carry a blue-grey streak of unaltered mineral. By tradition tiger's eye belongs to courage and
      level-headed decisions, so it is often worn to interviews and negotiations. Polished quartz like this is
      hardy: rinse, dry, wear again.
    `),
    category: "Jewellery",
    subCategory: "Bracelets",
    price: 999,
    sizes: { "16 cm": 1, "17 cm": 4, "18 cm": 9, "19 cm": 5 },
    facts: {
      stone: "Tiger's eye",
      material: "Natural stone beads, brass bead, thread tassel",
      size: "10 mm beads, for wrists of 16 to 19 cm",
      weightGrams: 29,
      originCountry: "South Africa",
    },
    art: { seed: 44, form: "bracelet", mineral: "tigers-eye", metal: "thread", views: 2 },
  },
  {
    title: "Pyrite Bracelet with Silver Charm",
    description: prose(`
      Metal-bright and cool on the skin, pyrite looks like brass that grew in the ground, with grey hollows
      between the shining patches. The beads are 7 mm, round, and meet at a silver-plated bead with a flower
      charm; made for wrists of 15 to 19 cm, it weighs a solid 24 g, because the mineral is nearly twice as
      dense as quartz. Traditionally it is kept for ambition and steady earnings, on a desk or on the working
      hand. One firm rule: no water. Pyrite is an iron mineral and can tarnish or stain, so take the bracelet
      off before you wash, swim or exercise.
    `),
    category: "Jewellery",
    subCategory: "Bracelets",
    price: 1249,
    offerPrice: 999,
    sizes: { "15 cm": 3, "16 cm": 6, "17 cm": 8, "18 cm": 4, "19 cm": 1 },
    topSelling: true,
    facts: {
      stone: "Pyrite",
      material: "Natural stone beads, silver-plated bead with charm",
      metal: "Silver-plated",
      size: "7 mm beads, for wrists of 15 to 19 cm",
      weightGrams: 24,
      originCountry: "Peru",
    },
    art: { seed: 57, form: "bracelet", mineral: "pyrite", metal: "silver", views: 3 },
  },
  {
    title: "Green Aventurine Bracelet with Tassel",
    description: prose(`
      Fresh green beads of 8 mm on elastic cord, with one ribbed brass bead and a small red tassel where the
      ends meet. Look closely and you will see the glitter that gives the stone its charm: minute flakes of
      green mica caught in quartz. The string weighs 16 g and comes for wrists of 15 to 19 cm. Aventurine is
      traditionally a stone of good fortune and fresh beginnings, popular before exams and new jobs. It
      tolerates water, though the tassel looks better dry.
    `),
    category: "Jewellery",
    subCategory: "Bracelets",
    price: 699,
    sizes: { "15 cm": 4, "16 cm": 6, "17 cm": 4, "18 cm": 3, "19 cm": 0 },
    facts: {
      stone: "Green aventurine",
      material: "Natural stone beads on elastic, brass bead, tassel",
      size: "8 mm beads, for wrists of 15 to 19 cm",
      weightGrams: 16,
      originCountry: "India",
    },
    art: { seed: 65, form: "bracelet", mineral: "green-aventurine", metal: "thread", views: 2 },
  },
  {
    title: "Lapis Lazuli Bracelet in Silver",
    description: prose(`
      Deep blue लाजवर्द with the night sky inside it: flecks of golden pyrite and wisps of white calcite are
      scattered through every bead. The 8 mm beads are strung on doubled elastic and joined by a ribbed 925
      silver bead with a flower disc, for wrists of 15 to 19 cm, weight 18 g. Lapis has been ground for paint
      and carved for amulets for thousands of years, and is traditionally tied to truthful speech and clear
      thought. It is softer than quartz and dislikes acid, so keep it from water, lemon, sweat and perfume. If
      the beads lose their gloss after a year or two, rub them with a trace of colourless wax on a cotton pad
      and buff until the blue comes back.
    `),
    category: "Jewellery",
    subCategory: "Bracelets",
    price: 1899,
    offerPrice: 1599,
    sizes: { "15 cm": 0, "16 cm": 1, "17 cm": 0, "18 cm": 0, "19 cm": 0 },
    facts: {
      stone: "Lapis lazuli",
      material: "Natural stone beads on elastic, 925 silver bead",
      metal: "Silver",
      size: "8 mm beads, for wrists of 15 to 19 cm",
      weightGrams: 18,
      originCountry: "Afghanistan",
    },
    art: { seed: 68, form: "bracelet", mineral: "lapis-lazuli", metal: "silver", views: 4 },
  },
];
