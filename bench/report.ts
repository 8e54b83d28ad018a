import { type Check, type Findings, isMet, round, type Table } from "./findings.ts";

const text = (cell: string | number | undefined) => (cell === undefined ? "–" : `${cell}`);

function printTable({ title, columns, rows, note }: Table) {
  const all = [columns, ...rows.map((row) => row.map(text))];
  const widths = columns.map((_, place) => Math.max(...all.map((row) => row[place]!.length)));
  console.log(`\n${title}${note ? ` (${note})` : ""}`);
  for (const row of all) {
    const cells = row.map((cell, place) => (place === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[place]!)));
    console.log(`  ${cells.join("  ")}`);
  }
}

export const goalOf = ({ atLeast, atMost }: Check) => (atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`);

const checkTable = (checks: Check[]): Table => ({
  title: "Goals",
  columns: ["", "measured", "goal", ""],
  rows: checks.map((check) => [
    check.what,
    `${round(check.measured)} ${check.unit}`,
    goalOf(check),
    isMet(check) ? "met" : "missed",
  ]),
});

export function printTables({ tables, checks }: Findings) {
  for (const table of tables) printTable(table);
  if (checks.length > 0) printTable(checkTable(checks));
}

const markdownOf = ({ title, columns, rows, note }: Table) =>
  [
    `## ${title}`,
    "",
    ...(note ? [`${note}.`, ""] : []),
    `| ${columns.join(" | ")} |`,
    `|${columns.map((_, place) => (place === 0 ? "---" : "--:")).join("|")}|`,
    ...rows.map((row) => `| ${row.map(text).join(" | ")} |`),
    "",
  ].join("\n");

export function toMarkdown(heading: string, findings: Findings[]) {
  const checks = findings.flatMap((one) => one.checks);
  const tables = findings.flatMap((one) => one.tables);
  return [
    heading,
    "![Shares of bare node:http](chart.svg)\n",
    markdownOf(checkTable(checks)),
    ...tables.map(markdownOf),
  ].join("\n");
}
