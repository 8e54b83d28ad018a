import { and, eq, gt } from "drizzle-orm";
import { MAX_PASSKEYS } from "../../contracts/accounts/account-rules.ts";
import type { PasskeyAssertion, PasskeyRegistration, SecondFactor } from "../../contracts/accounts/second-factor.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import type { AccountDeps } from "./deps.ts";
import { accountError } from "./errors.ts";
import { passkeyChallenges, type passkeyPurposes, passkeys } from "./second-factor-table.ts";
import type { UserRow } from "./user-table.ts";

const CHALLENGE_MS = 5 * MINUTE_MS;

/** COSE numbers of Ed25519, ES256 and RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded when a passkey is first used: most processes never need it. */
const webauthn = () => import("@simplewebauthn/server");

type Purpose = (typeof passkeyPurposes)[number];

/** WebAuthn as a second factor. PUBLIC_URL says which site the passkeys belong to. */
export function createPasskeys({ db, clock, publicUrl, shopName }: AccountDeps) {
  const site = { expectedOrigin: publicUrl, expectedRPID: new URL(publicUrl).hostname };
  const isOf = (userId: string) => eq(passkeys.userId, userId);

  const list = (userId: string) => db.select().from(passkeys).where(isOf(userId)).orderBy(passkeys.createdAt);

  const describe = (rows: (typeof passkeys.$inferSelect)[]) => rows.map(({ id, transports }) => ({ id, transports }));

  async function remember(challenge: string, userId: string, purpose: Purpose) {
    const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
    await db.insert(passkeyChallenges).values({ challenge, userId, purpose, expiresAt });
  }

  /** Deletes the challenge, so that it works once, for this account and purpose only. */
  const consumeChallenge = (userId: string, purpose: Purpose) => async (challenge: string) => {
    const isValid = and(
      eq(passkeyChallenges.challenge, challenge),
      eq(passkeyChallenges.userId, userId),
      eq(passkeyChallenges.purpose, purpose),
      gt(passkeyChallenges.expiresAt, clock.now()),
    );
    return (await db.delete(passkeyChallenges).where(isValid).returning()).length > 0;
  };

  return {
    async list(userId: string): Promise<SecondFactor["passkeys"]> {
      return (await list(userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
        _id: id,
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }));
    },

    async beginLogin(userId: string) {
      const allowCredentials = describe(await list(userId));
      if (allowCredentials.length === 0) return undefined;
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({ rpID: site.expectedRPID, allowCredentials });
      await remember(options.challenge, userId, "login");
      return options;
    },

    /** False for a passkey of somebody else, a wrong signature or a challenge that was used or has expired. */
    async use(userId: string, assertion: PasskeyAssertion) {
      const [passkey] = await db
        .select()
        .from(passkeys)
        .where(and(eq(passkeys.id, assertion.id), isOf(userId)));
      if (!passkey) return false;
      const { verifyAuthenticationResponse } = await webauthn();
      const { id, publicKey, counter } = passkey;
      const verified = await verifyAuthenticationResponse({
        ...site,
        response: { ...assertion, clientExtensionResults: {} },
        expectedChallenge: consumeChallenge(userId, "login"),
        credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter },
        // Not required: the password was already verified as the first factor.
        requireUserVerification: false,
      }).catch(() => undefined);
      if (!verified?.verified) return false;
      const seen = { counter: verified.authenticationInfo.newCounter, lastUsedAt: clock.now() };
      await db.update(passkeys).set(seen).where(eq(passkeys.id, id));
      return true;
    },

    async beginEnrolment({ id, email, name }: UserRow) {
      const excludeCredentials = describe(await list(id));
      if (excludeCredentials.length >= MAX_PASSKEYS) throw accountError("too_many_passkeys");
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: await shopName(),
        rpID: site.expectedRPID,
        userName: email,
        userDisplayName: name,
        userID: new Uint8Array(Buffer.from(id)),
        excludeCredentials,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      await remember(options.challenge, id, "enrolment");
      return options;
    },

    async verifyNew(userId: string, { response, ...credential }: PasskeyRegistration) {
      const { verifyRegistrationResponse } = await webauthn();
      const verified = await verifyRegistrationResponse({
        ...site,
        response: {
          ...credential,
          response: { ...response, transports: response.transports ?? [] },
          clientExtensionResults: {},
        },
        expectedChallenge: consumeChallenge(userId, "enrolment"),
        supportedAlgorithmIDs: ALGORITHMS,
        requireUserVerification: false,
      }).catch(() => undefined);
      if (!verified?.verified) throw accountError("passkey_refused");
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      return {
        id,
        counter,
        publicKey: Buffer.from(publicKey).toString("base64url"),
        transports: response.transports ?? [],
      };
    },

    async add(tx: Transaction, passkey: Omit<typeof passkeys.$inferInsert, "createdAt">) {
      const [added] = await tx
        .insert(passkeys)
        .values({ ...passkey, createdAt: clock.now() })
        .onConflictDoNothing()
        .returning();
      if (!added) throw accountError("passkey_refused");
    },

    async remove(tx: Transaction, userId: string, id: string) {
      const [removed] = await tx
        .delete(passkeys)
        .where(and(eq(passkeys.id, id), isOf(userId)))
        .returning();
      return removed;
    },
  };
}
