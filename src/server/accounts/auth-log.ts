import type { FastifyReply, FastifyRequest } from "fastify";
import { ipSubnet } from "../platform/http/ip-subnet.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";

/**
 * Logs the outcome of each authentication call. E-mail and network are pseudonymised with keyed hashes: log lines can
 * be correlated, but they reveal neither.
 */
export const createAuthLog =
  (keyedHash: KeyedHash) => (event: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { email } = (request.body ?? {}) as { email?: unknown };
    const account = typeof email === "string" ? keyedHash("log account", email.toLowerCase()) : undefined;
    const network = keyedHash("log network", ipSubnet(request.ip));
    const status = reply.statusCode;
    const outcome = status < 400 ? "ok" : status === 429 ? "limited" : "refused";
    request.log.info({ event, outcome, status, account, user: request.user?.id, network }, "authentication");
  };
