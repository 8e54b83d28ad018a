import type { FastifyRequest } from "fastify";
import type { Sessions, SessionUser } from "../platform/http/sessions.ts";
import type { Accounts } from "./service.ts";

/** Records a login with its device and network, and issues its token. */
export const createIssueToken =
  ({ accounts, sessions }: { accounts: Accounts; sessions: Sessions }) =>
  async (user: SessionUser, { ip, headers }: FastifyRequest) =>
    sessions.issue(await accounts.openSession(user, { ip, userAgent: headers["user-agent"] }));
