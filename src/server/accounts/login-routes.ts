import { z } from "zod";
import { loginSession } from "../../contracts/accounts/user.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { Accounts } from "./service.ts";

const tags = ["accounts"];

export function loginRoutes(app: ApiApp, { accounts, logins }: { accounts: Accounts; logins: Logins }) {
  const onRequest = logins.requireUser;

  app.get(
    "/users/sessions",
    {
      onRequest,
      schema: { tags, security, summary: "Where one is logged in", response: { 200: z.array(loginSession) } },
    },
    (request) => accounts.listLogins(request.user!),
  );

  app.delete(
    "/users/sessions/:id",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "End one login: its id, or `current` to log out",
        params: idParams,
        response: { 200: deleted },
      },
    },
    async (request) => {
      await accounts.endLogin(request.user!, request.params.id);
      return { message: "Logged out" };
    },
  );

  app.delete(
    "/users/sessions",
    {
      onRequest,
      schema: { tags, security, summary: "End every login, this one too", response: { 200: deleted } },
    },
    async (request) => {
      await accounts.endLoginsOf(request.user!);
      return { message: "Logged out everywhere" };
    },
  );
}
