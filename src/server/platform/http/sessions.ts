import type { FastifyRequest } from "fastify";
import { errors, jwtVerify, SignJWT } from "jose";
import type { Role } from "../../../contracts/roles.ts";
import type { Clock } from "../clock.ts";
import { httpError, ShopError } from "./errors.ts";

export interface SessionUser {
  id: string;
  role: Role;
  /** The generation of the user's tokens; a password change starts a new one. */
  generation: number;
}

declare module "fastify" {
  interface FastifyRequest {
    user: SessionUser | undefined;
  }
}

const ALGORITHM = "HS256";
const LIFETIME_SECONDS = 7 * 24 * 60 * 60;
const MOST_VERIFIED = 10_000;

interface SessionDeps {
  secret: string;
  clock: Clock;
  /** Whether the user still exists, with this role and this generation of tokens. */
  isCurrent(user: SessionUser): Promise<boolean>;
}

export function createSessions({ secret, clock, isCurrent }: SessionDeps) {
  const key = new TextEncoder().encode(secret);

  /** A signature that was right stays right: it is checked once, and afterwards only whether the token has run out. */
  const verified = new Map<string, { user: SessionUser; until: number }>();

  function remember(token: string, user: SessionUser, until: number) {
    const [oldest] = verified.keys();
    if (verified.size >= MOST_VERIFIED && oldest !== undefined) verified.delete(oldest);
    verified.set(token, { user, until });
  }

  async function read(token: string): Promise<SessionUser> {
    const now = clock.now();
    const known = verified.get(token);
    if (known && known.until > now.getTime()) return known.user;
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: now });
      const user = { id: String(payload.id), role: payload.role as Role, generation: Number(payload.gen) };
      if (payload.exp) remember(token, user, payload.exp * 1000);
      return user;
    } catch (error) {
      if (error instanceof errors.JOSEError) throw httpError("not_signed_in");
      throw error;
    }
  }

  const tokenIn = (request: FastifyRequest) => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];

  async function requireUser(request: FastifyRequest) {
    const token = tokenIn(request);
    if (!token) throw httpError("not_signed_in");
    const user = await read(token);
    if (!(await isCurrent(user))) throw httpError("not_signed_in");
    request.user = user;
  }

  return {
    issue(user: SessionUser) {
      const issuedAt = Math.floor(clock.now().getTime() / 1000);
      return new SignJWT({ id: user.id, role: user.role, gen: user.generation })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFETIME_SECONDS)
        .sign(key);
    },
    requireUser,
    /** For calls that are open to all and show some people more: a token that is no longer good makes a visitor. */
    async recognise(request: FastifyRequest) {
      if (!tokenIn(request)) return;
      await requireUser(request).catch((error) => {
        if (!(error instanceof ShopError)) throw error;
      });
    },
    async requireOwner(request: FastifyRequest) {
      await requireUser(request);
      if (request.user?.role !== "owner") throw httpError("not_allowed");
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
