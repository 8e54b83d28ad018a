import { type Check, isMet, round } from "./findings.ts";

const WIDTH = 760;
const LABELS = 250;
const ROW = 24;
const SCALE = WIDTH - LABELS - 90;

const toXml = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function bar(check: Check, row: number) {
  const y = 40 + row * ROW;
  const length = Math.max(1, Math.min(check.measured, 1.2) * (SCALE / 1.2));
  const goal = LABELS + check.atLeast! * (SCALE / 1.2);
  return [
    `<text x="${LABELS - 8}" y="${y + 12}" text-anchor="end">${toXml(check.what)}</text>`,
    `<rect x="${LABELS}" y="${y}" width="${length.toFixed(1)}" height="16" fill="${isMet(check) ? "#4a7c59" : "#b5543c"}"/>`,
    `<line x1="${goal.toFixed(1)}" x2="${goal.toFixed(1)}" y1="${y - 3}" y2="${y + 19}" stroke="#222" stroke-width="2"/>`,
    `<text x="${(LABELS + length + 6).toFixed(1)}" y="${y + 12}">${round(check.measured)}</text>`,
  ].join("\n");
}

/** The throughput relative to bare node:http as bars, with a line at each goal. */
export function toChart(checks: Check[]) {
  const shares = checks.filter(({ unit, atLeast }) => unit === "of bare" && atLeast !== undefined);
  const height = 56 + shares.length * ROW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="16" y="22" font-size="14" font-weight="bold">Requests a second, as a share of bare node:http sending 5 kB (line: goal)</text>
${shares.map(bar).join("\n")}
</svg>
`;
}
