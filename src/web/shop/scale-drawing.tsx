/** A ₹10 coin. */
const COIN_MM = 27;
const GAP_MM = 5;
const MIN_WIDTH_MM = 70;

/** The first length in millimetres of a size: `20 to 28 mm` of "20 to 28 mm each". The largest number counts. */
function lengthIn(size: string) {
  const text = /\d[\d.]*(?: (?:to|by) \d[\d.]*)* mm/.exec(size)?.[0];
  const mm = Math.max(0, ...(text?.match(/\d[\d.]*/g) ?? []).map(Number));
  return text && mm > 0 ? { text, mm } : undefined;
}

/** A piece's length beside a coin, drawn to scale. */
export function ScaleDrawing({ size }: { size: string }) {
  const length = lengthIn(size);
  if (!length) return null;
  const { text, mm } = length;
  const start = COIN_MM + GAP_MM;
  const end = start + mm;
  return (
    <figure className="scale">
      <svg viewBox={`0 0 ${Math.max(end + 1, MIN_WIDTH_MM)} 28`} preserveAspectRatio="xMinYMid" fill="none" aria-hidden>
        <circle cx="13.5" cy="14" r="13" className="fill-sand stroke-gold" />
        <circle cx="13.5" cy="14" r="8.5" className="fill-paper stroke-gold" />
        <path d={`M${start} 14H${end}M${start} 9v10M${end} 9v10`} className="stroke-ink" />
      </svg>
      <figcaption>{text}, beside a ₹10 coin</figcaption>
    </figure>
  );
}
