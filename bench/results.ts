import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { toChart } from "./chart.ts";
import type { Findings } from "./findings.ts";
import { toMarkdown } from "./report.ts";

const folder = path.join(import.meta.dirname, "results");

const machine = () => ({
  processor: os.cpus()[0]?.model ?? "unknown",
  cores: os.availableParallelism(),
  memoryGb: Math.round(os.totalmem() / 1e9),
  system: `${os.type()} ${os.release()} ${os.arch()}`,
  node: process.version,
  /** A load above the number of cores means that something else was running. */
  loadBefore: Number(loadAtStart.toFixed(1)),
});
const loadAtStart = os.loadavg()[0]!;

export async function writeResults(findings: Record<string, Findings>) {
  const on = machine();
  const measuredAt = new Date().toISOString();
  const heading = [
    "# Measured\n",
    `${measuredAt.slice(0, 10)}, ${on.cores} cores (${on.processor}), ${on.memoryGb} GB, ${on.system}, Node ${on.node}, load by wrk;`,
    `the machine's load before was ${on.loadBefore}. Written by \`npm run bench\`; the README says how to read it.\n`,
  ].join("\n");
  const all = Object.values(findings);
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, "latest.json"),
    `${JSON.stringify({ measuredAt, machine: on, findings }, null, 2)}\n`,
  );
  await writeFile(path.join(folder, "latest.md"), toMarkdown(heading, all));
  await writeFile(path.join(folder, "chart.svg"), toChart(all.flatMap(({ checks }) => checks)));
  console.log(`\nWritten to ${path.relative(process.cwd(), folder)}/`);
}
