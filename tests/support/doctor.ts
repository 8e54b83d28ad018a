import path from "node:path";
import { problemsIn } from "../../src/server/doctor/service.ts";
import { runDoctor } from "../../src/server/startup/run-doctor.ts";
import type { TestShop } from "./test-shop.ts";

export const root = path.resolve(import.meta.dirname, "../..");

export async function findProblems(shop: TestShop, options: Partial<Parameters<typeof runDoctor>[0]> = {}) {
  // The test clock stands still; the doctor reports a clock that is a minute slow.
  shop.clock.advance(Math.max(0, Date.now() - shop.clock.now().getTime()));
  return problemsIn(await runDoctor({ ...shop, root, ...options }));
}

/** Without the problems of the test's own settings and passwords. */
export async function findDataProblems(shop: TestShop, graceMs?: number) {
  const options = { passwordMatches: async () => false, ...(graceMs !== undefined && { graceMs }) };
  return (await findProblems(shop, options)).filter((line) => !line.startsWith("Settings: "));
}
