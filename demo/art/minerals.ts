export type Mineral =
  | "rose-quartz"
  | "amethyst"
  | "citrine"
  | "tigers-eye"
  | "lapis-lazuli"
  | "carnelian"
  | "green-aventurine"
  | "black-tourmaline"
  | "clear-quartz"
  | "moonstone"
  | "pyrite"
  | "rudraksh";

export interface Hues {
  light: string;
  mid: string;
  dark: string;
  deep: string;
  /** The light that leaves the stone on the side away from the window. */
  glow: string;
  /** 0 opaque to 1 glass: how much light travels through. */
  clear: number;
  /** How much of what is behind stays hidden. */
  body: number;
}

const hues = (light: string, mid: string, dark: string, deep: string, glow: string, clear: number, body = 1): Hues => ({
  light,
  mid,
  dark,
  deep,
  glow,
  clear,
  body,
});

export const mineralHues: Record<Mineral, Hues> = {
  "rose-quartz": hues("#fde6e4", "#f0b9bb", "#d48d95", "#8c4757", "#fff0ea", 0.8),
  amethyst: hues("#cfb6ef", "#8f62c4", "#5b3196", "#2b1450", "#dcaef5", 0.85),
  citrine: hues("#fdebae", "#efb843", "#c8841d", "#7c4708", "#fff2ae", 0.95),
  "tigers-eye": hues("#e4ab4b", "#a5661f", "#5f3410", "#2a1406", "#f6c96c", 0.1),
  "lapis-lazuli": hues("#5c83d6", "#2849a8", "#15296f", "#080f38", "#6f97ea", 0.05),
  carnelian: hues("#fbaa7c", "#df5c2a", "#a83210", "#5a1305", "#ffb877", 0.75),
  "green-aventurine": hues("#c3e2be", "#7fb785", "#467f58", "#1d4632", "#dcf4cf", 0.4),
  "black-tourmaline": hues("#74767f", "#2e2f37", "#16161c", "#050507", "#8d91a0", 0),
  "clear-quartz": hues("#ffffff", "#e6ebea", "#aab7ba", "#5f7077", "#ffffff", 1, 0.72),
  moonstone: hues("#ffffff", "#e8e6e8", "#b8bccb", "#6c7489", "#b9d2ff", 0.9),
  pyrite: hues("#fbeebb", "#cda851", "#866629", "#3a290d", "#fff0b8", 0),
  rudraksh: hues("#c98a58", "#8d4f2a", "#5a2c15", "#2a1208", "#d79a63", 0),
};
