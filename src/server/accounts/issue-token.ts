import type { FastifyRequest } from "fastify";
import type { Logins, LoginUser } from "../platform/http/logins.ts";
import type { Accounts } from "./service.ts";

/** Records a login with its device and network, and issues its token. */
export const createIssueToken =
  ({ accounts, logins }: { accounts: Accounts; logins: Logins }) =>
  async (user: LoginUser, { ip, headers }: FastifyRequest) =>
    logins.issue(await accounts.openLogin(user, { ip, userAgent: headers["user-agent"] }));
