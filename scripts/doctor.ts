/** `npm run doctor`: looks at everything the shop has written down and tells in words what is odd; changes nothing. */
import path from "node:path";
import { pino } from "pino";
import { readConfig } from "../src/server/config.ts";
import type { Examined } from "../src/server/doctor/service.ts";
import { systemClock } from "../src/server/platform/clock.ts";

function tell(report: Examined[]) {
  for (const { title, findings } of report) {
    const isFine = findings.every(({ level }) => level === "note");
    console.log(`${title.padEnd(12)}${isFine ? "fine" : "needs a look"}`);
    for (const { level, sentence } of findings) console.log(`  ${level === "look" ? "!" : "·"} ${sentence}`);
  }
}

async function lookAtShop() {
  const config = readConfig(process.env);
  // The shop is loaded only now, so that a wrong setting is told at once.
  const { examineShop } = await import("../src/server/examine-shop.ts");
  const { needsALook } = await import("../src/server/doctor/service.ts");
  const { openToLook } = await import("../src/server/open-database.ts");
  const root = path.resolve(import.meta.dirname, "..");
  const { db, close } = await openToLook({ config, root, log: pino({ level: "warn" }), say: console.log });
  try {
    const report = await examineShop({ config, db, clock: systemClock, root });
    tell(report);
    const many = needsALook(report).length;
    console.log(many === 0 ? "\nAll is well." : `\n${many} ${many === 1 ? "thing needs" : "things need"} a look.`);
    process.exitCode = many === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

try {
  await lookAtShop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
