import { expect } from "vitest";
import { makeCustomer } from "../support/customers.ts";
import { ask, someAddress, someEmail } from "../support/people.ts";
import { openOwnShop, type TestShop, test } from "../support/test-shop.ts";

const TRIES = 12;

/** A low quantile, because load only ever makes a call slower. */
const quick = (times: number[]) => times.sort((one, other) => one - other)[Math.floor(times.length / 6)]!;

/** Alternates known and unknown e-mails, so that both see the same load. */
async function compare(shop: TestShop, path: string, bodyFor: (email: string) => object) {
  const { email } = await makeCustomer(shop);
  const times = { known: [] as number[], unknown: [] as number[] };
  // RATE_LIMIT=off: one address may fail more often than the limits allow.
  const address = someAddress();
  const time = async (json: object) => {
    const start = performance.now();
    const { statusCode } = await ask(shop, "POST", path, { json, address });
    expect(statusCode).not.toBe(429);
    return performance.now() - start;
  };
  for (let i = 0; i < TRIES + 2; i++) {
    const known = await time(bodyFor(email));
    const unknown = await time(bodyFor(someEmail()));
    // Skip the warm-up calls.
    if (i < 2) continue;
    times.known.push(known);
    times.unknown.push(unknown);
  }
  return { known: quick(times.known), unknown: quick(times.unknown) };
}

test.for(["login", "forgot"])("%s takes as long for an unknown e-mail as for a known one", async (path) => {
  const shop = await openOwnShop({ RATE_LIMIT: "off" });
  const bodyFor = (email: string) => (path === "login" ? { email, password: "not the password" } : { email });
  const { known, unknown } = await compare(shop, path, bodyFor);
  const slower = Math.max(known, unknown);
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(slower * 0.4, 4));
});
