/** The text colour on the accent and the darkest light background: `--color-ink` and `--color-sand` of `app.css`. */
const INK = "#211d42";
const SAND = "#f4ecdd";
/** The accent of `app.css`, used until the owner chooses another one. */
export const DEFAULT_ACCENT = "#f2a32e";
const TEXT_CONTRAST = 4.5;
const EDGE_CONTRAST = 3;

const channelsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour)
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string) {
  const lights = [luminance(one), luminance(other)];
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}

/** The reason why a colour cannot be the accent: buttons show dark text on it, which needs enough contrast. */
export function accentProblem(accent: string) {
  const reached = contrast(accent, INK);
  if (reached >= TEXT_CONTRAST) return undefined;
  return `Dark text on this colour has a contrast of ${reached.toFixed(1)}:1, and 4.5:1 is needed. Choose a lighter colour.`;
}

const mix = (colour: string, target: string, share: number) => {
  const targets = channelsOf(target);
  const mixed = channelsOf(colour).map((value, index) => Math.round(value + (targets[index]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
};

function darken(colour: string, required: number) {
  let share = 0;
  while (contrast(mix(colour, "#000000", share), SAND) < required) share += 0.02;
  return mix(colour, "#000000", share);
}

/** The four accent tokens of `app.css` from one colour. */
export const accentShades = (accent: string) => ({
  "--color-saffron": accent,
  "--color-saffron-light": mix(accent, "#ffffff", 0.2),
  "--color-saffron-edge": darken(accent, EDGE_CONTRAST),
  "--color-saffron-deep": darken(accent, TEXT_CONTRAST),
});
