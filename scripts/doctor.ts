/** `npm run doctor`: checks the shop's data and settings and reports problems. Changes nothing. */
import type { CheckResult } from "../src/server/doctor/service.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { runCommand } from "./command.ts";

function printReport(report: CheckResult[]) {
  for (const { title, findings } of report) {
    const isFine = findings.every(({ level }) => level === "note");
    console.log(`${title.padEnd(15)}${isFine ? "fine" : "needs a look"}`);
    for (const { level, message } of findings) console.log(`  ${level === "problem" ? "!" : "·"} ${message}`);
  }
}

async function checkShop() {
  const { config, openOptions } = await import("./shop-context.ts");
  // Imported lazily, so that an invalid setting is reported at once.
  const { runDoctor } = await import("../src/server/startup/run-doctor.ts");
  const { problemsIn } = await import("../src/server/doctor/service.ts");
  const { openReadOnly } = await import("../src/server/startup/open-database.ts");
  const { db, close } = await openReadOnly(openOptions);
  try {
    const report = await runDoctor({ config, db, clock: systemClock, root: openOptions.root });
    printReport(report);
    const count = problemsIn(report).length;
    console.log(count === 0 ? "\nAll is well." : `\n${count} ${count === 1 ? "thing needs" : "things need"} a look.`);
    process.exitCode = count === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

await runCommand({ usage: "", parse() {}, run: checkShop });
