import type { FastifyRequest } from "fastify";
import { errors, jwtVerify, SignJWT } from "jose";
import type { Role } from "../../../contracts/accounts/account-rules.ts";
import type { Clock } from "../clock.ts";
import { deriveKey } from "../secrets.ts";
import { httpError, ShopError } from "./errors.ts";

export interface LoginUser {
  id: string;
  role: Role;
  /** The generation of the user's tokens; a password change starts a new one. */
  generation: number;
  /** The login of the token. */
  loginId?: string | undefined;
}

export interface RequestUser extends LoginUser {
  /** When the token was issued: at login, or with a new password. */
  issuedAt: Date;
  /** The API key that acts for the user. It has no login: `generation` fits no account. */
  apiKeyId?: string;
}

declare module "fastify" {
  interface FastifyRequest {
    user: RequestUser | undefined;
  }
}

const ALGORITHM = "HS256";
/** The beginning of every API key. A login token is a JWT, which begins otherwise. */
export const API_KEY_PREFIX = "nk_";
export const LIFETIME_SECONDS = 7 * 24 * 60 * 60;

interface LoginDeps {
  secret: string;
  clock: Clock;
  isCurrent(user: LoginUser, ip: string): Promise<boolean>;
  /** Sets `request.user`, or throws if the key does not work or may not make this call. */
  acceptApiKey(key: string, request: FastifyRequest): Promise<void>;
}

/** Tokens whose signature was verified, so that a purchase verifies it once and not with each of its calls. */
const MAX_VERIFIED = 5_000;

const bearerToken = (request: FastifyRequest) => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];

/** Imported once: jose would import bytes again for each token. */
const importKey = (bytes: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);

export function createLogins({ secret, clock, isCurrent, acceptApiKey }: LoginDeps) {
  const importing = importKey(deriveKey(secret, "login tokens"));

  const verified = new Map<string, { user: RequestUser; expiresAt: number }>();

  function remember(token: string, user: RequestUser, expiresAt: number) {
    // A Map is in the order of insertion: the oldest goes.
    if (verified.size >= MAX_VERIFIED) verified.delete(verified.keys().next().value!);
    verified.set(token, { user, expiresAt });
    return user;
  }

  async function verify(token: string): Promise<RequestUser> {
    const known = verified.get(token);
    if (known && clock.now().getTime() < known.expiresAt) return known.user;
    try {
      const options = { algorithms: [ALGORITHM], currentDate: clock.now() };
      const { payload } = await jwtVerify(token, await importing, options);
      const issuedAt = new Date((payload.iat ?? 0) * 1000);
      const { id, role, gen, sid } = payload as { id: string; role: Role; gen: number; sid?: string };
      const user = { id: String(id), role, generation: Number(gen), loginId: sid, issuedAt };
      return remember(token, user, (payload.exp ?? 0) * 1000);
    } catch (error) {
      if (error instanceof errors.JOSEError) throw httpError("not_signed_in");
      throw error;
    }
  }

  async function requireUser(request: FastifyRequest) {
    const token = bearerToken(request);
    if (!token) throw httpError("not_signed_in");
    if (token.startsWith(API_KEY_PREFIX)) return acceptApiKey(token, request);
    const user = await verify(token);
    if (!(await isCurrent(user, request.ip))) throw httpError("not_signed_in");
    request.user = user;
  }

  return {
    async issue(user: LoginUser) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ id: user.id, role: user.role, gen: user.generation, sid: user.loginId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(await importing);
    },
    requireUser,
    /** Optional authentication for public calls. With an invalid token the request is anonymous; a bad key is refused. */
    async recognise(request: FastifyRequest) {
      const token = bearerToken(request);
      if (!token) return;
      if (token.startsWith(API_KEY_PREFIX)) return acceptApiKey(token, request);
      await requireUser(request).catch((error) => {
        if (!(error instanceof ShopError)) throw error;
      });
    },
    async requireStaff(request: FastifyRequest) {
      await requireUser(request);
      if (request.user?.role === "customer") throw httpError("not_allowed");
    },
    async requireOwner(request: FastifyRequest) {
      await requireUser(request);
      if (request.user?.role !== "owner") throw httpError("not_allowed");
    },
  };
}
export type Logins = ReturnType<typeof createLogins>;
