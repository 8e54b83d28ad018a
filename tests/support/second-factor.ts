import { expect } from "vitest";
import type { ChangedSecondFactor, TotpEnrolment } from "../../src/contracts/accounts/second-factor.ts";
import { stepAt, totpCode } from "../../src/server/accounts/authenticator-app.ts";
import { fromBase32 } from "./base32.ts";
import { OWNER, type TestShop } from "./test-shop.ts";

const PATH = "/api/users/second-factor";

/** Sets up an authenticator app for an owner. Returns its codes and the recovery codes. */
export async function setUpTotp(shop: TestShop, token = shop.ownerToken) {
  const begun = await shop.call("POST", `${PATH}/totp`, { token, json: {} });
  expect(begun.statusCode, begun.body).toBe(200);
  const secret = fromBase32((begun.json() as TotpEnrolment).secret);
  /** The code of now, or of a time step before or after. */
  const codeAt = (offset = 0) => totpCode(secret, stepAt(shop.clock.now()) + offset);
  const confirmed = await shop.call("PUT", `${PATH}/totp`, { token, json: { code: codeAt(-1) } });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  const { codes = [] } = confirmed.json() as ChangedSecondFactor;
  return { codeAt, codes };
}

interface LoginOptions {
  address?: string;
  email?: string;
  password?: string;
}

/** Logs in, as the owner if no other person is named. */
export const logInWith = (
  shop: TestShop,
  proof: object = {},
  { address = "203.0.113.5", email = OWNER.email, password = OWNER.password }: LoginOptions = {},
) =>
  shop.app.inject({
    method: "POST",
    url: "/api/users/login",
    remoteAddress: address,
    payload: { email, password, ...proof },
  });
