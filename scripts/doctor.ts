/** `npm run doctor`: looks at everything the shop has written down and tells in words what is odd; changes nothing. */
import type { Examined } from "../src/server/doctor/service.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { runCommand } from "./command.ts";

function tell(report: Examined[]) {
  for (const { title, findings } of report) {
    const isFine = findings.every(({ level }) => level === "note");
    console.log(`${title.padEnd(12)}${isFine ? "fine" : "needs a look"}`);
    for (const { level, sentence } of findings) console.log(`  ${level === "look" ? "!" : "·"} ${sentence}`);
  }
}

async function lookAtShop() {
  const { config, opening } = await import("./open-beside.ts");
  // The shop is loaded only now, so that a wrong setting is told at once.
  const { runDoctor } = await import("../src/server/startup/run-doctor.ts");
  const { needsALook } = await import("../src/server/doctor/service.ts");
  const { openToLook } = await import("../src/server/startup/open-database.ts");
  const { db, close } = await openToLook(opening);
  try {
    const report = await runDoctor({ config, db, clock: systemClock, root: opening.root });
    tell(report);
    const many = needsALook(report).length;
    console.log(many === 0 ? "\nAll is well." : `\n${many} ${many === 1 ? "thing needs" : "things need"} a look.`);
    process.exitCode = many === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

await runCommand({ usage: "", read() {}, work: lookAtShop });
