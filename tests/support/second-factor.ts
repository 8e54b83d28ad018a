import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { expect } from "vitest";
import type { ChangedSecondFactor, TotpEnrolment } from "../../src/contracts/accounts/second-factor.ts";
import { stepAt, totpCode } from "../../src/server/accounts/authenticator-app.ts";
import { fromBase32 } from "./base32.ts";
import { OWNER, type TestShop } from "./test-shop.ts";

const PATH = "/api/users/second-factor";

/** Sets up an authenticator app for an owner. Returns its codes and the recovery codes. */
export async function setUpTotp(shop: TestShop, token = shop.ownerToken, currentPassword = OWNER.password) {
  const begun = await shop.call("POST", `${PATH}/totp`, { token, json: { currentPassword } });
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

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);

/** The few CBOR values that an attestation object consists of. */
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

interface Challenge {
  challenge: string;
}

/** An authenticator in software: creates one passkey (ES256) and signs challenges with it. */
export function createSoftwarePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  const rpIdHash = sha256(new URL(origin).hostname);
  let counter = 0;

  const clientData = (type: string, { challenge }: Challenge) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authenticatorData = (flags: number, ...rest: Buffer[]) => {
    counter += 1;
    return Buffer.concat([rpIdHash, Buffer.from([flags, 0, 0, 0, counter]), ...rest]);
  };

  function coseKey() {
    const { x, y } = publicKey.export({ format: "jwk" });
    const [left, right] = [x, y].map((part) => cborBytes(Buffer.from(part!, "base64url")));
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]), left!, Buffer.from([0x22]), right!]);
  }

  const credential = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };

  return {
    id: credential.id,

    register(options: Challenge) {
      const data = authenticatorData(0x41, Buffer.alloc(16), uint16(id.length), id, coseKey());
      const attestation = [cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])];
      const object = Buffer.concat([Buffer.from([0xa3]), ...attestation, cborText("authData"), cborBytes(data)]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData("webauthn.create", options).toString("base64url"),
          attestationObject: object.toString("base64url"),
        },
      };
    },

    sign(options: Challenge) {
      const client = clientData("webauthn.get", options);
      const data = authenticatorData(0x01);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", Buffer.concat([data, sha256(client)]), privateKey).toString("base64url"),
        },
      };
    },
  };
}
